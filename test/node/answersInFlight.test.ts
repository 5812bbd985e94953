import { cases, type NamedCase, operations } from '../cases';
import { conditionOf, givenFor, localWorld } from '../cases/existing';
import type { Repeat } from '../cases/operationCase';
import { fault, matches } from '../localService/faults';
import { caught } from '../support/caught';
import { emptyItems, useBuiltNode } from '../support/useBuiltNode';

const { service, time, execute, run } = useBuiltNode({ monitorCheckMs: 0, agentCancelMs: 0 });

const ANSWER_MS = 300;

/**
 * Requests that may be sent again. Of these, a page is paid again, because the service has no keys for it, and the
 * service returns the first result of a catalog call.
 */
const sentAgain: readonly Repeat[] = ['read', 'poll', 'ends', 'paidAgain', 'replayed'];

/** Operations that send one request at a time never have another request in flight. */
const oneByOne = operations.filter(([, operation]) => operation.oneByOne).map(([name]) => name);

const subjects = cases.filter(
	({ name, repeat }) => !sentAgain.includes(repeat) && !oneByOne.includes(name),
);

const world = () =>
	localWorld(
		service,
		async (resource, operation, form) => (await run(`${resource}.${operation}`, form)).json,
	);

/**
 * Runs two items, and then again after the error of the second item. The service refuses the second item while the
 * request of the first item is in flight. Returns what was wrong.
 */
async function offensesOf(subject: NamedCase): Promise<string[]> {
	const { resource, operation, parameters, binary } = subject;
	const ids = await givenFor(subject, world());
	const when = conditionOf(subject.request, ids);
	const before = service.requests.length;
	const sent = () => service.requests.slice(before);
	const paid = () => sent().filter((each) => matches(when, each));
	service.addFaults(
		fault({ kind: 'delayedHead', ms: ANSWER_MS }, { when }),
		fault({ kind: 'errorRow', id: 'badRequest' }, { when }),
	);
	const form = { resource, operation, ...parameters(ids) };
	const items = {
		// With equal settings, equal jobs of two items would start once.
		parameters: (itemIndex: number) => ({ ...form, requestSettings: { maxTries: 5 + itemIndex } }),
		items: emptyItems(2),
		binary: binary && [binary, binary],
		onError: 'stopWorkflow',
		context: {},
	} as const;
	time.duringSleep(() => time.advance(ANSWER_MS));
	const { message } = await caught(execute(items));
	time.duringSleep(undefined);
	await time.sleep(ANSWER_MS);
	const [first, second] = paid();
	const offenses = [];
	if (second?.inFlight !== 2) offenses.push(`not sent at the same time: ${message}`);
	if (first?.aborted) offenses.push('aborted');
	const isEnded = sent().some(({ method }) => method === 'DELETE');
	await execute(items);
	const expected = isEnded ? 4 : 3;
	if (paid().length !== expected) offenses.push(`sends ${paid().length} requests`);
	return offenses;
}

it('the node waits for the answers to all requests that it does not repeat if another item fails, and keeps them', async () => {
	const offenders: Record<string, string[]> = {};
	for (const subject of subjects) {
		const offenses = await offensesOf(subject).catch((error: unknown) => [String(error)]);
		if (offenses.length > 0) offenders[subject.name] = offenses;
		await service.reset();
	}
	expect(offenders).toEqual({});
});
