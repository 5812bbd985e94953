// The service's clock: real time, and as much further as a test has moved it on.

export interface Clock {
	now(): number;
	/** Moves the time on; everything that waited for a time up to then goes on. */
	advance(ms: number): void;
	wait(ms: number): Promise<void>;
	/** The outcome of the work, or undefined when it has not come in time. */
	within<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
	/** Drops whoever waits: they never go on. */
	clear(): void;
}

interface Waiting {
	due: number;
	timer: NodeJS.Timeout;
	go(): void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

async function nextTurn(): Promise<undefined> {
	await new Promise<void>((resolve) => setImmediate(resolve));
	return undefined;
}

export function createClock(): Clock {
	const waiting = new Set<Waiting>();
	let ahead = 0;
	const now = (): number => Date.now() + ahead;

	function arm(entry: Omit<Waiting, 'timer'>): NodeJS.Timeout {
		const ms = Math.min(Math.max(0, entry.due - now()), LONGEST_TIMER_MS);
		return setTimeout(entry.go, ms).unref();
	}

	function start(ms: number): { time: Promise<void>; stop(): void } {
		let entry: Waiting;
		const stop = (): void => {
			clearTimeout(entry.timer);
			waiting.delete(entry);
		};
		const time = new Promise<void>((resolve) => {
			const go = (): void => {
				stop();
				resolve();
			};
			const due = now() + ms;
			entry = { due, go, timer: arm({ due, go }) };
			waiting.add(entry);
		});
		return { time, stop };
	}

	return {
		now,
		advance(ms) {
			ahead += ms;
			for (const entry of [...waiting].sort((a, b) => a.due - b.due)) {
				clearTimeout(entry.timer);
				if (entry.due <= now()) entry.go();
				else entry.timer = arm(entry);
			}
		},
		wait: (ms) => start(ms).time,
		async within(ms, work) {
			const { time, stop } = start(ms);
			// Work that became due in the same moment comes first.
			const late = time.then(() => nextTurn());
			try {
				return await Promise.race([work, late]);
			} finally {
				stop();
			}
		},
		clear() {
			for (const entry of waiting) clearTimeout(entry.timer);
			waiting.clear();
		},
	};
}
