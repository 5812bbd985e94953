// Runs an operation of the built node with one fault, and records the outcome for RESULTS.md.

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
	/**
	 * Milliseconds between the first and the second request. Undefined for fewer than two requests.
	 */
	pauseMs?: number;
	/** At most one item. No item if the execution was stopped. */
	items: INodeExecutionData[];
}

/**
 * Operations for which the node stores a replay record, so that the next attempt can determine the
 * outcome.
 */
const keepsRecord: ReadonlySet<Repeat> = new Set(['replayed', 'never', 'found', 'matched', 'poll']);

export const failedLookup = Object.assign(new Error('getaddrinfo ENOTFOUND'), {
	code: 'ENOTFOUND',
});

/** Simulates n8n's DNS lookup in a network without DNS. IP addresses do not need a lookup. */
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

/** Runs the node with a fault. The node can finish before or after the fault. */
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

/** Runs one cell. The service must be reset before the call. */
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
