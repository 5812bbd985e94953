import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import type { AgentRunReport, LocalService } from '../localService/localService';
import { runNode } from '../support/builtNode';
import type { VirtualTime } from '../support/virtualTime';
import type { Relay } from './relay';
import { untilArrived } from './until';

export interface TestServers {
	node: INodeType;
	service: LocalService;
	relay: Relay;
	tlsUrl: string;
	/** The clock that the node and the service share. When the node sleeps, no real time passes. */
	time: VirtualTime;
	passTime(ms: number): void;
	jumpClock(ms: number): void;
}

export const promptFor = (ms: number): string => `Summarize [ms:${ms}]`;

const msOf = (prompt: string): number => Number(/\[ms:(\d+)\]/.exec(prompt)?.[1]);

export const checksAreOver = ({ monitors }: LocalService): boolean =>
	monitors.every(({ checks }) => checks.every(({ status }) => status !== 'running'));

/**
 * Waits until all agent runs and monitor checks that are due have fetched their pages over the
 * network.
 */
export async function endedRunsAreComplete({ service, time }: TestServers): Promise<void> {
	const isComplete = ({ endedAt, cancelling, startedAt, body }: AgentRunReport): boolean =>
		endedAt !== null || cancelling || time.now() < startedAt + msOf(body.prompt);
	await untilArrived(() => service.agent.runs.every(isComplete) && checksAreOver(service));
}

export async function itemsOf(
	{ node, relay, service }: TestServers,
	parameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	const credential = { baseUrl: relay.url, apiKey: service.apiKey };
	return (await runNode(node, { parameters, credential })).items;
}
