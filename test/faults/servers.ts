// The node, the service with its relay, and the clock. All cells share them.

import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import type { LocalService } from '../localService/localService';
import { runNode } from '../support/builtNode';
import type { VirtualTime } from '../support/virtualTime';
import type { Relay } from './relay';
import { untilArrived } from './until';

export interface TestServers {
	node: INodeType;
	service: LocalService;
	/** The relay is created for each cell, because a cell can close the relay. */
	relay: Relay;
	/** URL of a service with an untrusted certificate. */
	tlsUrl: string;
	/** The clock of the node and the service. Sleeps of the node take no real time. */
	time: VirtualTime;
	/** Advances all clocks and timers. */
	passTime(ms: number): void;
	/** Moves the clock of n8n without moving the clock of the service. */
	jumpClock(ms: number): void;
}

/** Returns the prompt of a run with the given duration in milliseconds. */
export const promptFor = (ms: number): string => `Summarize [ms:${ms}]`;

const msOf = (prompt: string): number => Number(/\[ms:(\d+)\]/.exec(prompt)?.[1]);

/** Waits until every run that is due has fetched its pages. Pages are fetched over the network. */
export async function endedRunsAreComplete({ service, time }: TestServers): Promise<void> {
	await untilArrived(() =>
		service.agent.runs.every(
			({ endedAt, cancelling, startedAt, body }) =>
				endedAt !== null || cancelling || time.now() < startedAt + msOf(body.prompt),
		),
	);
}

/** Runs the node without a fault. */
export async function itemsOf(
	{ node, relay, service }: TestServers,
	parameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	const credential = { baseUrl: relay.url, apiKey: service.apiKey };
	return (await runNode(node, { parameters, credential })).items;
}
