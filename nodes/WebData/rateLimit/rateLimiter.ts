import type { Runtime } from '../transport/runtime';
import { ConcurrencyLimit } from './concurrencyLimit';
import { EndpointLimit } from './endpointLimit';
import { FairQueue } from './fairQueue';
import { MonotonicClock } from './monotonicClock';
import { ScheduledRequest, type Turn } from './request';
import type { Outcome, RateLimitSignal, Scheduled, ScheduleOptions, Task } from './types';

/** How long limits are remembered while an account is idle. The service counts by the minute. */
const REMEMBERED_MS = 60_000;

/** The requests of one class of endpoints. */
class Lane {
	readonly queue = new FairQueue<ScheduledRequest>();
	waiting = 0;
	/** The shortest time that one of the waiting requests will wait. */
	shortestWaitMs = Infinity;

	constructor(readonly limit: EndpointLimit) {}
}

/**
 * Decides when each request of one account is sent, and when a refused one is sent again.
 *
 * - Concurrency is found as TCP does it: slow start, then additive increase and decrease to what was not refused
 *   (RFC 5681). The ramp runs by the clock, because a refusal arrives long before a response.
 * - If the service reports time in its own queue, the limit follows Little's law, like the Gradient2 limit of
 *   https://github.com/Netflix/concurrency-limits.
 * - When everything is refused, the class of endpoints pauses for as long as Retry-After says, or until a probe is
 *   accepted. Then requests start at the speed of the ramp again, slower beyond what the last window allowed.
 * - A single refusal pauses nothing: the next request shows whether it was a limit or the request's own problem.
 */
export class RateLimiter {
	private readonly browsers = new ConcurrencyLimit();
	private readonly laneByClass = new Map<string, Lane>();
	private readonly lanes: Lane[] = [];
	private readonly clock: MonotonicClock;
	private nextLane = 0;
	private timer?: { at: number; controller: AbortController };
	private scheduled = 0;
	private lastUsedAt = 0;

	constructor(private readonly runtime: Pick<Runtime, 'now' | 'random' | 'sleep' | 'onAbort'>) {
		this.clock = new MonotonicClock(() => runtime.now());
	}

	/** Whether nothing is scheduled, and what is known of the limits is out of date. */
	get isForgettable(): boolean {
		return this.scheduled === 0 && this.clock.now() - this.lastUsedAt >= REMEMBERED_MS;
	}

	/** Calls `task` when the limits allow it, and again after a refusal. Rejects only if the task does. */
	async schedule<Result>(options: ScheduleOptions, task: Task<Result>): Promise<Scheduled<Result>> {
		this.scheduled++;
		try {
			const request = new ScheduledRequest(options);
			const outcome = await this.run(this.laneOf(options), request, task);
			return { ...outcome, refusals: request.refusals, waitedMs: request.waitedMs };
		} finally {
			this.scheduled--;
			this.lastUsedAt = this.clock.now();
		}
	}

	private async run<Result>(
		lane: Lane,
		request: ScheduledRequest,
		task: Task<Result>,
	): Promise<Outcome<Result>> {
		const { signal: abortSignal, backoffMs } = request.options;
		const { pause } = lane.limit;
		let refused: { result: Result } | undefined;
		for (;;) {
			const turn = await this.turnOf(lane, request);
			if (turn === 'aborted') return { kind: turn };
			if (turn === 'waitTooLong') {
				const retryAfterMs = pause.leftMs(this.clock.now());
				return { kind: turn, ...refused, retryAfterMs, message: pause.message };
			}
			const refusals = request.refusals;
			const { result, signal } = await this.send(lane, request, task);
			if (signal.kind !== 'limited') return { kind: 'done', result };
			if (request.isOutOfTries) return { kind: 'refused', result };
			const ownMs = request.refusals > refusals ? backoffMs(request.refusals) : 0;
			const delayMs = signal.retryAfterMs ?? ownMs;
			if (delayMs > request.waitLeftMs) return { kind: 'waitTooLong', result };
			if (delayMs > 0) await this.runtime.sleep(delayMs, abortSignal);
			refused = { result };
		}
	}

	/** Waits until the request may start. */
	private turnOf(lane: Lane, request: ScheduledRequest): Promise<Turn> {
		const { signal } = request.options;
		const now = this.clock.now();
		if (signal?.aborted) return Promise.resolve('aborted');
		if (!request.isRepeat) request.waitsSince = now;
		if (lane.limit.delayMs(now) > 0 && this.isTooLong(lane, request)) {
			return Promise.resolve('waitTooLong');
		}
		return new Promise((resolve) => {
			const unsubscribe = this.runtime.onAbort(signal, () => {
				request.proceed('aborted');
				this.drain();
			});
			request.proceed = (turn) => {
				unsubscribe();
				request.isWaiting = false;
				lane.waiting--;
				resolve(turn);
			};
			request.isWaiting = true;
			lane.waiting++;
			lane.shortestWaitMs = Math.min(lane.shortestWaitMs, request.waitLeftMs);
			lane.queue.push(request);
			this.drain();
		});
	}

	private async send<Result>(lane: Lane, request: ScheduledRequest, task: Task<Result>) {
		let signal: RateLimitSignal = { kind: 'none' };
		try {
			const attempt = await task();
			({ signal } = attempt);
			return attempt;
		} finally {
			const now = this.clock.now();
			lane.limit.end(request, signal, now);
			request.waitsSince = now;
			request.execution.ended();
			this.drain();
			if (signal.kind === 'limited') this.endThoseTooLong(lane);
		}
	}

	/** Starts all requests that may start, one of each lane in turn. */
	private drain(): void {
		let delayMs = Infinity;
		for (let tried = 0; tried < this.lanes.length; tried++) {
			const lane = this.lanes[this.nextLane++ % this.lanes.length] as Lane;
			const laneDelayMs = this.startNext(lane);
			delayMs = laneDelayMs === 0 ? Infinity : Math.min(delayMs, laneDelayMs);
			if (laneDelayMs === 0) tried = -1;
		}
		this.drainIn(delayMs);
	}

	/** Starts the next request of a lane and returns 0, or returns the milliseconds until one may start. */
	private startNext(lane: Lane): number {
		if (lane.waiting === 0) {
			lane.shortestWaitMs = Infinity;
			return Infinity;
		}
		const now = this.clock.now();
		const delayMs = lane.limit.delayMs(now);
		if (delayMs > 0) return delayMs;
		const request = lane.queue.shift(lane.limit.isTesting, () => this.drain());
		if (request === undefined) return Infinity;
		if (request.isRepeat) request.waitedMs += now - request.waitsSince;
		request.attempts++;
		request.execution.started();
		lane.limit.start(request, now);
		request.proceed('start');
		return 0;
	}

	private drainIn(ms: number): void {
		const at = this.clock.now() + ms;
		if (this.timer !== undefined && this.timer.at <= at && ms < Infinity) return;
		// A reason spares the creation of an error with its stack.
		this.timer?.controller.abort('rescheduled');
		this.timer = undefined;
		if (ms === Infinity) return;
		const controller = new AbortController();
		this.timer = { at, controller };
		void this.runtime.sleep(ms, controller.signal).then(() => {
			if (controller.signal.aborted) return;
			this.timer = undefined;
			this.clock.advanceTo(at);
			this.drain();
		});
	}

	private endThoseTooLong(lane: Lane): void {
		const { pause } = lane.limit;
		const now = this.clock.now();
		const pausedMs = now - pause.since + (pause.leftMs(now) ?? 0);
		if (!pause.isActive || pausedMs <= lane.shortestWaitMs) return;
		for (const request of lane.queue) {
			if (this.isTooLong(lane, request)) request.proceed('waitTooLong');
		}
	}

	/** Whether the pause lasts longer than the request may wait. A probe in flight may end the pause. */
	private isTooLong({ limit }: Lane, request: ScheduledRequest): boolean {
		const { pause } = limit;
		if (!pause.isActive || limit.isProbing) return false;
		const now = this.clock.now();
		const waitedMs = now - Math.max(request.waitsSince, pause.since);
		return waitedMs + (pause.leftMs(now) ?? 0) > request.waitLeftMs;
	}

	private laneOf({ endpointClass, usesBrowser }: ScheduleOptions): Lane {
		const known = this.laneByClass.get(endpointClass);
		if (known !== undefined) return known;
		const concurrency = usesBrowser ? this.browsers : new ConcurrencyLimit();
		const lane = new Lane(new EndpointLimit(concurrency, () => this.runtime.random()));
		this.laneByClass.set(endpointClass, lane);
		this.lanes.push(lane);
		return lane;
	}
}
