// One cell of the suite: an operation of the built node meets a fault, and what came of it is counted.

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { runNode } from '../support/builtNode';
import type { Fault } from './faultKinds';
import { runsAreSettled, type House } from './servers';
import { knownFor } from './prepareIds';
import { openStage, type OpenStage } from './setup';
import type { Repeat, Subject } from './operations';

export interface Cell {
	/** `ok`, `canceled`, or the reason of the error. */
	outcome: string;
	requests: number;
	carriedOut?: number;
	afterRetry?: number;
	/** Milliseconds between the first request and the second, if there are two. */
	pauseMs?: number;
	/** One at most; none when the execution was stopped. */
	items: INodeExecutionData[];
}

/** Work of which another try of the node must know what has become of it. */
const remembers: ReadonlySet<Repeat> = new Set(['replayed', 'never', 'poll']);

export const noEntry = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });

/** n8n's own lookup, in a network that knows no name. Addresses as such need none. */
const helpers = {
	getSecureEgressFilter: () => ({
		validateUrl: () => Promise.resolve({ ok: true }),
		createSecureLookup: () => (_name: string, _options: object, give: (error: Error) => void) =>
			give(noEntry),
	}),
};

const isStop = (error: unknown): boolean =>
	error instanceof Error && error.constructor.name.includes('Cancelled');

async function orStopped(run: Promise<{ items: INodeExecutionData[] }>) {
	try {
		return (await run).items;
	} catch (error) {
		if (isStop(error)) return [];
		throw error;
	}
}

const outcomeOf = (items: readonly INodeExecutionData[]): string => {
	const [item] = items;
	if (item === undefined) return 'canceled';
	if (!('error' in item.json)) return 'ok';
	return String((item.json.details as IDataObject).reason ?? item.json.error);
};

/** Lets the fault happen; the node may be done before or after. */
async function underFault(
	house: House,
	stage: OpenStage,
	run: (address: string, signal?: AbortSignal) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	house.time.duringSleep(async (ms) => {
		house.time.advance(ms);
		await stage.waited(ms);
		await runsAreSettled(house);
	});
	const items = await run(stage.address, stage.signal);
	await stage.watched();
	await house.door.open();
	return items;
}

/** Plays in a house whose service is as new. */
export async function play(house: House, subject: Subject, fault: Fault): Promise<Cell> {
	const { node, service, door } = house;
	const known = await knownFor(subject, house);
	const context: IDataObject = {};
	const parameters = {
		...subject.parameters(known, service),
		...(fault.maxTries === undefined ? {} : { requestSettings: { maxTries: fault.maxTries } }),
	};
	const run = (baseUrl: string, signal?: AbortSignal) =>
		orStopped(
			runNode(node, {
				...{ parameters, context, signal, helpers, onError: 'continueRegularOutput' },
				credential: { baseUrl, apiKey: service.apiKey },
			}),
		);
	const stage = openStage(house, subject.when(known));
	await fault.arrange(stage);
	const items = await underFault(house, stage, run);
	const cell: Cell = {
		outcome: outcomeOf(items),
		requests: stage.requests(),
		carriedOut: subject.carriedOut?.(service),
		pauseMs: stage.pauseMs(),
		items,
	};
	if (cell.outcome === 'ok' || !remembers.has(subject.repeat)) return cell;
	await run(door.url);
	return { ...cell, afterRetry: subject.carriedOut?.(service) };
}
