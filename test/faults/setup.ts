// What a fault can do while the node runs: disrupt the service or the connection at a specific moment.

import type { FaultCondition } from '../localService/faults';
import type { ReceivedRequest } from '../localService/requestLog';
import type { TestServers } from './servers';
import { untilArrived } from './until';

type Action = () => void | Promise<void>;

export interface FaultSetup extends Pick<
	TestServers,
	'service' | 'relay' | 'tlsUrl' | 'passTime' | 'jumpClock'
> {
	/** The requests that the fault affects. */
	when: FaultCondition;
	/** The number of these requests that reached the service. */
	requests(): number;
	/** Milliseconds between the first and the second of them, if there are two. */
	pauseMs(): number | undefined;
	/** In every wait of the node. */
	onWait(act: (ms: number) => void): void;
	/** In the first wait, or the second. */
	atWait(count: 1 | 2, act: Action): void;
	/** When the first of them reaches the service. */
	onRequest(act: Action): void;
	/** When the response to it starts. */
	onResponse(act: Action): void;
	/** Sends the node to another base URL. */
	useBaseUrl(url: string): void;
	/** Stops the execution. */
	stop(): void;
}

/** The setup and the callbacks for the cell. */
export interface ControlledSetup extends FaultSetup {
	readonly address: string;
	readonly signal: AbortSignal;
	/** Called in every wait of the node. */
	waited(ms: number): Promise<void>;
	/** Resolves when all scheduled actions are done. */
	watched(): Promise<unknown>;
}

const isFor = (when: FaultCondition, { method, path }: ReceivedRequest): boolean => {
	const { path: wanted = '' } = when;
	if (method !== when.method) return false;
	const [start = '', end] = wanted.split('*');
	return end === undefined ? path === wanted : path.startsWith(start) && path.endsWith(end);
};

export function createSetup(servers: TestServers, when: FaultCondition): ControlledSetup {
	const { service, relay, tlsUrl, passTime: passTime, jumpClock } = servers;
	const begun = { requests: service.requests.length, answers: relay.responseCount() };
	const stopping = new AbortController();
	const acts: ((ms: number) => void | Promise<void>)[] = [];
	const watches: Promise<void>[] = [];
	let address = relay.url;
	let waits = 0;
	const since = () => service.requests.slice(begun.requests);
	const those = () => since().filter((request) => isFor(when, request));
	const requests = () => those().length;
	const pauseMs = (): number | undefined => {
		const [first, second] = those();
		return first && second && second.at - first.at;
	};
	const isAnswered = () =>
		requests() > 0 && relay.responseCount() - begun.answers === since().length;
	const once = (condition: () => boolean, act: Action) =>
		void watches.push(untilArrived(condition).then(act));
	return {
		...{ service, relay, tlsUrl, passTime: passTime, jumpClock, when, requests, pauseMs },
		signal: stopping.signal,
		get address() {
			return address;
		},
		onWait: (act) => void acts.push(act),
		atWait: (count, act) => void acts.push(() => (waits === count ? act() : undefined)),
		onRequest: (act) => once(() => requests() > 0, act),
		onResponse: (act) => once(isAnswered, act),
		useBaseUrl: (url) => {
			address = url;
		},
		stop: () => stopping.abort(),
		waited: async (ms) => {
			waits += 1;
			for (const act of acts) await act(ms);
		},
		watched: () => Promise.all(watches),
	};
}
