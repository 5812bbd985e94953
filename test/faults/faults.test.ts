import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { cases, type NamedCase } from '../cases';
import { conditionOf, givenFor, localWorld } from '../cases/existing';
import type { Repeat } from '../cases/operationCase';
import type { JobPlan } from '../localService/localService';
import { isCloud } from '../support/build';
import { runNode } from '../support/builtNode';
import { expectedOf } from './expected';
import { faultKinds, type FaultKind } from './faultKinds';
import { underFault, useFaultServers } from './faultServers';

const servers = useFaultServers({ monitorCheckMs: 0 });

/** An operation, and the request that fails. */
interface Subject extends NamedCase {
	title: string;
}

const subjects: Subject[] = cases.flatMap((each) => [
	{ ...each, title: each.name },
	...(each.poll === undefined
		? []
		: [{ ...each, title: `${each.name}, a poll`, request: each.poll, repeat: 'poll' as const }]),
]);

/** One operation for each effect of a repeated request. */
const ofEachKind = [
	...['agent.get', 'scrape.scrape', 'agent.cancel', 'catalog.call', 'agent.run'],
	...['batchScrape.run', 'monitor.create', 'crawl.run, a poll'],
];

const keepsRecord: ReadonlySet<Repeat> = new Set(['replayed', 'never', 'found', 'matched', 'poll']);

const runForm = (parameters: object, rest: object = {}) =>
	runNode(servers.node, {
		parameters: { ...parameters },
		credential: { baseUrl: servers.relay.url, apiKey: servers.service.apiKey },
		...rest,
	});

const world = () =>
	localWorld(servers.service, async (resource, operation, form) => {
		const { items } = await runForm({ resource, operation, ...form });
		return items.map(({ json }) => json);
	});

const isCancellation = (error: unknown): boolean =>
	error instanceof Error && error.constructor.name.includes('Cancelled');

const outcomeOf = ([item]: readonly INodeExecutionData[]): unknown => {
	if (item === undefined) return 'canceled';
	if (!('error' in item.json)) return 'ok';
	return (item.json.details as IDataObject).reason ?? item.json.error;
};

/** Only an active job can be canceled, and only an active crawl is in the list of crawls. */
function jobPlansFor({ resource, repeat, needs }: Subject): JobPlan[] {
	if (needs === 'batch' || needs === 'crawl') return [{ neverEnds: true }];
	return resource === 'crawl' && repeat === 'found' ? [{ pageMs: 30_000 }] : [];
}

/** Runs the operation with the fault. After an error, n8n runs the node again without the fault. */
async function play(subject: Subject, fault: FaultKind) {
	const { resource, operation, request, parameters, binary, repeat } = subject;
	const { service } = servers;
	service.jobs.planNext(jobPlansFor(subject));
	const existing = await givenFor(subject, world());
	const form = { resource, operation, ...parameters(existing) };
	const rest = { context: {}, binary: binary && [binary], onError: 'continueRegularOutput' };
	/** A poll does not start what it waits for. */
	const before = repeat === 'poll' ? 0 : (subject.executions?.(service) ?? 0);
	const executions = () => subject.executions && subject.executions(service) - before;
	const { result, ...counted } = await underFault(
		servers,
		conditionOf(request, existing),
		fault.apply,
		async (run) => {
			try {
				return await runForm(form, { ...rest, signal: run.stopping.signal });
			} catch (error) {
				if (isCancellation(error)) return { items: [] };
				throw error;
			}
		},
	);
	const played = {
		...{ ...counted, items: result.items, executions: executions() },
		...{ afterRetry: undefined, outcomeAgain: undefined },
	};
	if (outcomeOf(result.items) === 'ok' || !keepsRecord.has(repeat)) return played;
	const again = await runForm(form, rest);
	return { ...played, afterRetry: executions(), outcomeAgain: outcomeOf(again.items) };
}

function expectItems(items: readonly INodeExecutionData[], outcome: string, repeat: Repeat): void {
	expect(JSON.stringify(items)).not.toContain(servers.service.apiKey);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
	if (outcome === 'ok' || outcome === 'canceled') return;
	const { json = {} } = items[0] ?? {};
	expect(json).toEqual({
		error: expect.stringMatching(/\S/) as string,
		message: expect.stringMatching(/\.$/) as string,
		details: expect.any(Object) as object,
	});
	const { jobId, checkId } = json.details as IDataObject;
	if (repeat === 'poll') expect(jobId ?? checkId).toEqual(expect.any(String));
}

async function expectOutcome(subject: Subject, fault: FaultKind): Promise<void> {
	const {
		requests,
		pauseMs = Infinity,
		items,
		executions,
		afterRetry,
		outcomeAgain,
	} = await play(subject, fault);
	const expected = expectedOf(subject.repeat, fault);
	const counts = subject.executions === undefined ? {} : { executions, afterRetry };
	const { retryable } = (items[0]?.json.details ?? {}) as IDataObject;
	expect({ outcome: outcomeOf(items), requests, retryable, ...counts }).toEqual({
		outcome: expected.outcome,
		requests: expected.requests ?? requests,
		retryable: expected.retryable,
		...(subject.executions && { executions: expected.executions, afterRetry: expected.afterRetry }),
	});
	expectItems(items, expected.outcome, subject.repeat);
	if (subject.repeat === 'never' && outcomeAgain !== undefined)
		expect(outcomeAgain).toMatch(fault.notExecuted ? /^ok$/ : /Unsettled$/);
	expect(pauseMs).toBeGreaterThanOrEqual(fault.pauseMs ?? -Infinity);
}

const isOfEachKind = ({ title }: Subject): boolean => ofEachKind.includes(title);

it('one operation of each kind is tested with every fault', () => {
	const kinds = subjects.filter(isOfEachKind).map(({ repeat }) => repeat);
	expect(kinds.sort()).toEqual([...new Set(subjects.map(({ repeat }) => repeat))].sort());
});

const isTried = (subject: Subject, fault: FaultKind): boolean =>
	isOfEachKind(subject) || fault.isCommon === true;

describe.each(subjects.filter((subject) => isOfEachKind(subject) || !isCloud))(
	'$title ($repeat)',
	(subject) => {
		it.each(faultKinds.filter((fault) => isTried(subject, fault)))(
			'has the expected outcome with the fault "$name"',
			(fault) => expectOutcome(subject, fault),
		);
	},
);
