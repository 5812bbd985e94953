// What a fault can do while the node works: break the service or the way to it at the right moment.

import type { FaultCondition } from '../localService/faults';
import type { ReceivedRequest } from '../localService/requestLog';
import type { House } from './servers';
import { until } from './until';

type Act = () => void | Promise<void>;

export interface Stage extends Pick<
	House,
	'service' | 'door' | 'tlsUrl' | 'letTimePass' | 'jumpClock'
> {
	/** The requests that the fault is for. */
	when: FaultCondition;
	/** How many of them have reached the service. */
	requests(): number;
	/** Milliseconds between the first and the second of them, if there are two. */
	pauseMs(): number | undefined;
	/** In every wait of the node. */
	onWait(act: (ms: number) => void): void;
	/** In the first wait, or the second. */
	atWait(count: 1 | 2, act: Act): void;
	/** Once the first of them is at the service. */
	onceAsked(act: Act): void;
	/** Once the answer to it has begun. */
	onceAnswered(act: Act): void;
	/** The node is sent to another address. */
	useAddress(url: string): void;
	/** The execution is stopped. */
	stop(): void;
}

/** A stage, and what the cell needs of it. */
export interface OpenStage extends Stage {
	readonly address: string;
	readonly signal: AbortSignal;
	/** To be called in every wait of the node. */
	waited(ms: number): Promise<void>;
	/** Ends when all that was to happen once has happened. */
	watched(): Promise<unknown>;
}

const isFor = (when: FaultCondition, { method, path }: ReceivedRequest): boolean => {
	const { path: wanted = '' } = when;
	if (method !== when.method) return false;
	return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
};

export function openStage(house: House, when: FaultCondition): OpenStage {
	const { service, door, tlsUrl, letTimePass, jumpClock } = house;
	const begun = { requests: service.requests.length, answers: door.answers() };
	const stopping = new AbortController();
	const acts: ((ms: number) => void | Promise<void>)[] = [];
	const watches: Promise<void>[] = [];
	let address = door.url;
	let waits = 0;
	const since = () => service.requests.slice(begun.requests);
	const those = () => since().filter((request) => isFor(when, request));
	const requests = () => those().length;
	const pauseMs = (): number | undefined => {
		const [first, second] = those();
		return first && second && second.at - first.at;
	};
	const isAnswered = () => requests() > 0 && door.answers() - begun.answers === since().length;
	const once = (isSo: () => boolean, act: Act) => void watches.push(until(isSo).then(act));
	return {
		...{ service, door, tlsUrl, letTimePass, jumpClock, when, requests, pauseMs },
		signal: stopping.signal,
		get address() {
			return address;
		},
		onWait: (act) => void acts.push(act),
		atWait: (count, act) => void acts.push(() => (waits === count ? act() : undefined)),
		onceAsked: (act) => once(() => requests() > 0, act),
		onceAnswered: (act) => once(isAnswered, act),
		useAddress: (url) => {
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
