import { matches } from '../localService/faultList';
import type { FaultCondition } from '../localService/faults';
import type { TestServers } from './servers';
import { untilArrived } from './until';

type Action = () => void | Promise<void>;

export interface FaultSetup extends Pick<
	TestServers,
	'service' | 'relay' | 'tlsUrl' | 'passTime' | 'jumpClock'
> {
	/** Matches the requests that the fault affects. */
	when: FaultCondition;
	requests(): number;
	pauseMs(): number | undefined;
	onWait(act: (ms: number) => void): void;
	atWait(count: 1 | 2, act: Action): void;
	onRequest(act: Action): void;
	onResponse(act: Action): void;
	useBaseUrl(url: string): void;
	stop(): void;
}

export interface ControlledSetup extends FaultSetup {
	readonly address: string;
	readonly signal: AbortSignal;
	waited(ms: number): Promise<void>;
	watched(): Promise<unknown>;
}

export function createSetup(servers: TestServers, when: FaultCondition): ControlledSetup {
	const { service, relay, tlsUrl, passTime, jumpClock } = servers;
	const begun = { requests: service.requests.length, answers: relay.responseCount() };
	const stopping = new AbortController();
	const acts: ((ms: number) => void | Promise<void>)[] = [];
	const watches: Promise<void>[] = [];
	let address = relay.url;
	let waits = 0;
	const since = () => service.requests.slice(begun.requests);
	const those = () => since().filter((request) => matches(when, request));
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
		...{ service, relay, tlsUrl, passTime, jumpClock, when, requests, pauseMs },
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
			if (requests() > 0) waits += 1;
			for (const act of acts) await act(ms);
		},
		watched: () => Promise.all(watches),
	};
}
