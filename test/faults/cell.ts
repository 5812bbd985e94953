import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runNode } from '../support/builtNode';
import type { FaultKind } from './faultKinds';
import { endedRunsAreComplete, type TestServers } from './servers';
import { idsFor } from './prepareIds';
import { createSetup, type ControlledSetup } from './setup';
import type { Repeat, Subject } from './operations';

export interface Cell {
	/** `ok`, `canceled`, or `details.reason` of the error. */
	outcome: string;
	requests: number;
	executions?: number;
	afterRetry?: number;
	pauseMs?: number;
	items: INodeExecutionData[];
}

const keepsRecord: ReadonlySet<Repeat> = new Set(['replayed', 'never', 'found', 'matched', 'poll']);

export const failedLookup = Object.assign(new Error('getaddrinfo ENOTFOUND'), {
	code: 'ENOTFOUND',
});

/** Makes every host name lookup by n8n fail. */
const helpers = {
	getSecureEgressFilter: () => ({
		validateUrl: () => Promise.resolve({ ok: true }),
		createSecureLookup: () => (_name: string, _options: object, give: (error: Error) => void) =>
			give(failedLookup),
	}),
};

const isCancellation = (error: unknown): boolean =>
	error instanceof Error && error.constructor.name.includes('Cancelled');

async function toRunOutcome(run: Promise<{ items: INodeExecutionData[] }>) {
	try {
		return (await run).items;
	} catch (error) {
		if (isCancellation(error)) return [];
		throw error;
	}
}

const outcomeOf = (items: readonly INodeExecutionData[]): string => {
	const [item] = items;
	if (item === undefined) return 'canceled';
	if (!('error' in item.json)) return 'ok';
	return String((item.json.details as IDataObject).reason ?? item.json.error);
};

export async function underFault<Result>(
	servers: TestServers,
	setup: ControlledSetup,
	run: (address: string, signal?: AbortSignal) => Promise<Result>,
): Promise<Result> {
	servers.time.duringSleep(async (ms) => {
		servers.time.advance(ms);
		await setup.waited(ms);
		await endedRunsAreComplete(servers);
	});
	const result = await run(setup.address, setup.signal);
	await setup.watched();
	await servers.relay.open();
	return result;
}

/** Runs an operation with one fault. The caller must first reset the service. */
export async function play(
	servers: TestServers,
	subject: Subject,
	fault: FaultKind,
): Promise<Cell> {
	const { node, service, relay } = servers;
	const ids = await idsFor(subject, servers);
	const context: IDataObject = {};
	const parameters = {
		...subject.parameters(ids, service),
		...(fault.maxTries === undefined ? {} : { requestSettings: { maxTries: fault.maxTries } }),
	};
	const run = (baseUrl: string, signal?: AbortSignal) =>
		toRunOutcome(
			runNode(node, {
				...{ parameters, context, signal, helpers, onError: 'continueRegularOutput' },
				binary: subject.binary && [subject.binary],
				credential: { baseUrl, apiKey: service.apiKey },
			}),
		);
	const setup = createSetup(servers, subject.when(ids));
	await fault.apply(setup);
	const items = await underFault(servers, setup, run);
	const cell: Cell = {
		outcome: outcomeOf(items),
		requests: setup.requests(),
		executions: subject.executions?.(service),
		pauseMs: setup.pauseMs(),
		items,
	};
	if (cell.outcome === 'ok' || !keepsRecord.has(subject.repeat)) return cell;
	await run(relay.url);
	return { ...cell, afterRetry: subject.executions?.(service) };
}
