import type { Runtime } from '../../nodes/WebData/transport/http';
import { onAbort } from '../../nodes/WebData/transport/signals';

interface Timer {
	at: number;
	isCanceled: boolean;
	fire(): void;
}

export interface VirtualTimeOptions {
	/** Start time in milliseconds since the epoch. Default: 0. */
	startMs?: number;
	/** Returns the time of a real clock in milliseconds. The virtual clock advances together with the real clock. */
	follow?: () => number;
	/**
	 * If true, a sleep advances the clock. If false, a sleep waits until the clock advances. With `whenIdle`, a sleep
	 * advances the clock after tracked work and loopback exchanges have ended.
	 */
	skipSleeps?: boolean | 'whenIdle';
	random?: () => number;
}

const LONGEST_NODE_TIMER_MS = 2 ** 31 - 1;
const LONGEST_WORK_MS = 4 * 3_600_000;

/** Number of event loop turns within which all data on loopback connections arrives. */
const TURNS_OF_EXCHANGE = 100;

export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export class VirtualTime implements Runtime {
	readonly sleeps: number[] = [];
	readonly random: () => number;
	readonly onAbort = onAbort;
	/** Earliest first. Timers that are due at the same time fire in the order of their creation. */
	readonly #timers: Timer[] = [];
	readonly #follow: (() => number) | undefined;
	readonly #skipSleeps: boolean | 'whenIdle';
	readonly #work = new Set<Promise<unknown>>();
	#offsetMs: number;
	/** Sum of all changes by `setClock`. */
	#setByMs = 0;
	#nodeTimer: NodeJS.Timeout | undefined;
	#duringSleep: ((ms: number) => void | Promise<void>) | undefined;

	constructor({ startMs = 0, follow, skipSleeps = false, random }: VirtualTimeOptions = {}) {
		this.#offsetMs = startMs;
		this.#follow = follow;
		this.#skipSleeps = skipSleeps;
		this.random = random ?? (() => 0);
	}

	readonly now = (): number => (this.#follow?.() ?? 0) + this.#offsetMs;

	readonly elapsed = (): number => this.now() - this.#setByMs;

	readonly setTimer = (ms: number, fire: () => void): (() => void) => {
		const timer = { at: this.now() + ms, isCanceled: false, fire };
		const before = this.#timers.findLastIndex(({ at }) => at <= timer.at);
		this.#timers.splice(before + 1, 0, timer);
		this.#armNodeTimer();
		return () => {
			timer.isCanceled = true;
		};
	};

	/** Resolves after `ms` milliseconds or when the signal is aborted. */
	readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
		const endsAt = this.now() + ms;
		this.sleeps.push(ms);
		const listened = this.#duringSleep?.(ms);
		await (this.#skipSleeps ? listened : Promise.all([this.#timeOf(ms, signal), listened]));
		if (this.#skipSleeps === 'whenIdle') await this.#untilIdle();
		if (this.#skipSleeps) this.advance(Math.max(0, endsAt - this.now()));
	};

	/**
	 * Runs work that takes real time but no virtual time. With `whenIdle`, no sleep advances the clock before the work
	 * has settled. The work must not wait for the clock.
	 */
	readonly trackWork = async <T>(work: () => Promise<T>): Promise<T> => {
		const running = work();
		this.#work.add(running);
		try {
			return await running;
		} finally {
			this.#work.delete(running);
		}
	};

	/** Calls `listener` at the start of every sleep. A sleep lasts at least until the listener's promise resolves. */
	duringSleep(listener: ((ms: number) => void | Promise<void>) | undefined): void {
		this.#duringSleep = listener;
	}

	/** Returns the remaining milliseconds of each timer in ascending order. Sleeps are timers, too. */
	pending(): number[] {
		const waiting = this.#timers.filter(({ isCanceled }) => !isCanceled);
		return waiting.map(({ at }) => at - this.now());
	}

	/** Advances the clock synchronously. Each timer fires at its due time. Promise callbacks run after this call. */
	advance(ms: number): void {
		const end = this.now() + ms;
		while (this.#fireFirst(end));
		this.#moveTo(end);
		this.#armNodeTimer();
	}

	/** Advances the clock to `end`, and waits one event loop turn before the first timer and after each timer. */
	async runUntil(end: number): Promise<void> {
		do await nextTurn();
		while (this.#fireFirst(end));
		this.#moveTo(end);
	}

	/** Advances the clock until the work has settled, for at most four hours. Returns the duration in milliseconds. */
	async runUntilSettled(work: Promise<unknown>): Promise<number> {
		const startMs = this.now();
		const end = startMs + LONGEST_WORK_MS;
		let isSettled = false;
		const settle = () => void (isSettled = true);
		work.then(settle, settle);
		do await nextTurn();
		while (!isSettled && this.#fireFirst(end));
		return this.now() - startMs;
	}

	advanceToNext(): boolean {
		return this.#fireFirst(Infinity);
	}

	/** Shifts the clock without changing the remaining time of any timer. */
	setClock(byMs: number): void {
		this.#offsetMs += byMs;
		this.#setByMs += byMs;
		for (const timer of this.#timers) timer.at += byMs;
	}

	#first(): Timer | undefined {
		while (this.#timers[0]?.isCanceled) this.#timers.shift();
		return this.#timers[0];
	}

	#fireFirst(end: number): boolean {
		const first = this.#first();
		if (first === undefined || first.at > end) return false;
		this.#timers.shift();
		this.#moveTo(first.at);
		first.fire();
		return true;
	}

	#moveTo(at: number): void {
		this.#offsetMs += Math.max(0, at - this.now());
	}

	/** When work ends, more work can start, so the count of idle turns restarts. */
	async #untilIdle(): Promise<void> {
		for (let turns = 0; turns < TURNS_OF_EXCHANGE; turns++) {
			await nextTurn();
			if (this.#work.size === 0) continue;
			await Promise.allSettled(this.#work);
			turns = 0;
		}
	}

	#timeOf(ms: number, signal?: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			if (signal?.aborted) return resolve();
			const cancel = this.setTimer(ms, () => {
				unsubscribe();
				resolve();
			});
			const unsubscribe = this.onAbort(signal, () => {
				cancel();
				resolve();
			});
		});
	}

	/** If the virtual clock follows a real clock, a Node.js timer fires the virtual timers on time. */
	#armNodeTimer(): void {
		clearTimeout(this.#nodeTimer);
		const first = this.#first();
		if (this.#follow === undefined || first === undefined) return;
		const ms = Math.min(Math.max(0, first.at - this.now()), LONGEST_NODE_TIMER_MS);
		this.#nodeTimer = setTimeout(() => this.advance(0), ms).unref();
	}
}

/** Returns a random number generator (mulberry32) that produces the same numbers in every run. */
export function seededRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
