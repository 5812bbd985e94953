// Time that moves from one event to the next, and chance that is the same in every run.

import type { Runtime } from '../../nodes/WebData/transport/runtime';
import { shareSignals } from '../../nodes/WebData/transport/signals';

interface Event {
	at: number;
	/** Events of the same moment happen in the order in which they were planned. */
	order: number;
	happen: () => void;
}

/** A heap: the earliest event is the first. */
class Agenda {
	private readonly events: Event[] = [];

	private isBefore(a: number, b: number): boolean {
		const [first, second] = [this.events[a], this.events[b]];
		if (first === undefined || second === undefined) return false;
		return first.at < second.at || (first.at === second.at && first.order < second.order);
	}

	private swap(a: number, b: number): void {
		[this.events[a], this.events[b]] = [this.events[b] as Event, this.events[a] as Event];
	}

	add(event: Event): void {
		let index = this.events.push(event) - 1;
		for (let parent = (index - 1) >> 1; index > 0 && this.isBefore(index, parent);) {
			this.swap(index, parent);
			index = parent;
			parent = (index - 1) >> 1;
		}
	}

	takeFirst(): Event | undefined {
		const first = this.events[0];
		const last = this.events.pop();
		if (first === undefined || last === undefined || this.events.length === 0) return first;
		this.events[0] = last;
		for (let index = 0; ;) {
			const left = 2 * index + 1;
			const child = this.isBefore(left + 1, left) ? left + 1 : left;
			if (!this.isBefore(child, index)) return first;
			this.swap(index, child);
			index = child;
		}
	}
}

/** mulberry32: small, and even enough for jitter and durations. */
export function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

export interface VirtualTime {
	runtime: Runtime;
	/** Lets time pass until the given moment, with everything that happens up to then. */
	runUntil(ms: number): Promise<void>;
}

export function virtualTime(random: () => number): VirtualTime {
	const agenda = new Agenda();
	const onAbort = shareSignals();
	let nowMs = 0;
	let order = 0;

	const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
		new Promise((resolve) => {
			if (signal?.aborted) return resolve();
			const unsubscribe = onAbort(signal, resolve);
			const happen = (): void => {
				unsubscribe();
				resolve();
			};
			agenda.add({ at: nowMs + ms, order: order++, happen });
		});

	const setTimer = (ms: number, end: () => void): (() => void) => {
		let isOff = false;
		agenda.add({ at: nowMs + ms, order: order++, happen: () => (isOff ? undefined : end()) });
		return () => {
			isOff = true;
		};
	};

	return {
		runtime: { now: () => nowMs, random, sleep, onAbort, setTimer },
		async runUntil(ms) {
			for (let event = agenda.takeFirst(); event !== undefined; event = agenda.takeFirst()) {
				if (event.at > ms) {
					agenda.add(event);
					break;
				}
				nowMs = event.at;
				event.happen();
				// Whatever follows from this event has been planned before the next one happens.
				await new Promise(setImmediate);
			}
			nowMs = ms;
		},
	};
}
