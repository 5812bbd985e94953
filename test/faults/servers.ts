// The node, the service with its relay, and the clock. All cells share them.

import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import type { AgentRunReport, LocalService } from '../localService/localService';
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

/** Returns a prompt for a run that takes `ms` milliseconds. */
export const promptFor = (ms: number): string => `Summarize [ms:${ms}]`;

const msOf = (prompt: string): number => Number(/\[ms:(\d+)\]/.exec(prompt)?.[1]);

/** Whether no check of a monitor is running. */
export const checksAreOver = ({ monitors }: LocalService): boolean =>
	monitors.every(({ checks }) => checks.every(({ status }) => status !== 'running'));

/**
 * Waits until every run and check that is due has fetched its pages. Pages are fetched over the
 * network.
 */
export async function endedRunsAreComplete({ service, time }: TestServers): Promise<void> {
	const isComplete = ({ endedAt, cancelling, startedAt, body }: AgentRunReport): boolean =>
		endedAt !== null || cancelling || time.now() < startedAt + msOf(body.prompt);
	await untilArrived(() => service.agent.runs.every(isComplete) && checksAreOver(service));
}

/** Runs the node without a fault. */
export async function itemsOf(
	{ node, relay, service }: TestServers,
	parameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	const credential = { baseUrl: relay.url, apiKey: service.apiKey };
	return (await runNode(node, { parameters, credential })).items;
}
