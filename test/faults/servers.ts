// What is there for all cells: the node, the service behind its door, and the time that passes for all of them together.

import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import type { LocalService } from '../localService/localService';
import { runNode } from '../support/builtNode';
import type { VirtualTime } from '../support/virtualTime';
import type { Door } from './relay';
import { until } from './until';

export interface House {
	node: INodeType;
	service: LocalService;
	/** A new one for each cell, whatever became of the last. */
	door: Door;
	/** Address of a service whose certificate nobody trusts. */
	tlsUrl: string;
	/** The clock of the node and the service. Sleeps of the node take no real time. */
	time: VirtualTime;
	/** Moves all clocks and timers on. */
	letTimePass(ms: number): void;
	/** Sets the clock that n8n reads, not the service's. */
	jumpClock(ms: number): void;
}

/** What a run is asked for that takes so long. */
export const promptFor = (ms: number): string => `Summarize [ms:${ms}]`;

const msOf = (prompt: string): number => Number(/\[ms:(\d+)\]/.exec(prompt)?.[1]);

/** Goes on once every run that has to be over is over: its pages come in over the network. */
export async function runsAreSettled({ service, time }: House): Promise<void> {
	await until(() =>
		service.agent.runs.every(
			({ endedAt, cancelling, startedAt, body }) =>
				endedAt !== null || cancelling || time.now() < startedAt + msOf(body.prompt),
		),
	);
}

/** Runs the node without a fault. */
export async function itemsOf(
	{ node, door, service }: House,
	parameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	const credential = { baseUrl: door.url, apiKey: service.apiKey };
	return (await runNode(node, { parameters, credential })).items;
}
