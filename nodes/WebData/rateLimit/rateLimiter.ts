import type { Outcome, RateLimitSignal, Scheduled, Task } from '../api/http/schedule';
import type { Runtime } from '../transport/runtime';
import { ConcurrencyLimit } from './concurrencyLimit';
import { EndpointLimit } from './endpointLimit';
import { ExecutionQueue } from './executionQueue';
import { MonotonicClock } from './monotonicClock';
import { ScheduledRequest, type ScheduleOptions, type Turn } from './scheduledRequest';

/** How long limits are remembered while an account is idle. The service counts by the minute. */
const REMEMBERED_MS = 60_000;

/** The requests of one class of endpoints. */
interface Lane {
	limit: EndpointLimit;
	queue: ExecutionQueue;
	/** Number of requests that wait. */
	waiting: number;
}

/**
 * Decides when each request of one account is sent, and when a refused one is sent again.
 *
 * - Starts are paced as in slow start (https://www.rfc-editor.org/rfc/rfc5681): a ramp, which is slower near the end of
 *   what the last window of a rate limit allowed, as in the cubic rate of the AWS SDK's adaptive retry
 *   (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html).
 * - The number in flight follows AIMD (https://en.wikipedia.org/wiki/Additive_increase/multiplicative_decrease), with a
 *   decrease to what was not refused. If the service reports time in its own queue, it follows Little's law instead, as
 *   https://github.com/Netflix/concurrency-limits does.
 * - One refusal: the next request shows whether it is a limit or that request's own problem. Two: nothing but a probe
 *   now and then is sent until one is accepted, or for as long as Retry-After says. Then the ramp starts again.
 */
export class RateLimiter {
	private readonly browsers = new ConcurrencyLimit();
	/** By class. The lane whose turn is next comes first. */
	private readonly lanes = new Map<string, Lane>();
	private readonly clock: MonotonicClock;
	private timer?: { at: number; controller: AbortController };
	private scheduled = 0;
	private lastUsedAt = 0;

	constructor(private readonly runtime: Runtime) {
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
		const { signal: abortSignal, backoffMs, maxTries } = request.options;
		let refused: { result: Result } | undefined;
		for (;;) {
			const turn = await this.turnOf(lane, request);
			if (turn === 'aborted') return { kind: turn };
			if (turn === 'waitTooLong') return { kind: turn, ...refused, ...this.pauseOf(lane) };
			const refusals = request.refusals;
			const { result, signal } = await this.send(lane, request, task);
			if (signal.kind !== 'limited') return { kind: 'done', result };
			if (request.refusals >= maxTries) return { kind: 'refused', result };
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
		if (!request.isRepeat) request.waitsSince = now;
		if (signal?.aborted) return Promise.resolve('aborted');
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
			request.options.execution.ended();
			this.drain();
			if (signal.kind === 'limited') this.endThoseTooLong(lane);
		}
	}

	/** Starts all requests that may start, one of each lane in turn: a lane that starts one goes to the end. */
	private drain(): void {
		let delayMs = Infinity;
		for (const [endpointClass, lane] of this.lanes) {
			const laneDelayMs = this.startNext(lane);
			if (laneDelayMs === 0) {
				this.lanes.delete(endpointClass);
				this.lanes.set(endpointClass, lane);
			} else delayMs = Math.min(delayMs, laneDelayMs);
		}
		this.drainIn(delayMs);
	}

	/** Starts the next request of a lane and returns 0, or returns the milliseconds until one may start. */
	private startNext(lane: Lane): number {
		if (lane.waiting === 0) return Infinity;
		const now = this.clock.now();
		const delayMs = lane.limit.delayMs(now);
		if (delayMs > 0) return delayMs;
		const request = lane.queue.shift(lane.limit.isProbing);
		if (request === undefined) return Infinity;
		if (request.isRepeat)
			request.waitedMs += now - Math.max(request.waitsSince, lane.limit.windowSince);
		request.attempts++;
		request.options.execution.started();
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
		if (lane.limit.certainPause === undefined) return;
		for (const request of lane.queue.waiting) {
			if (this.isTooLong(lane, request)) request.proceed('waitTooLong');
		}
	}

	/** Whether the pause lasts longer than the request may wait. */
	private isTooLong({ limit }: Lane, request: ScheduledRequest): boolean {
		const pause = limit.certainPause;
		if (pause === undefined) return false;
		const now = this.clock.now();
		const waitedMs = now - Math.max(request.waitsSince, pause.since);
		return waitedMs + Math.max(0, (pause.until ?? 0) - now) > request.waitLeftMs;
	}

	/** What the service says about the pause. */
	private pauseOf({ limit }: Lane): { retryAfterMs?: number; message?: string } {
		const { until, message } = limit.certainPause ?? {};
		if (until === undefined) return { message };
		return { retryAfterMs: Math.max(0, Math.ceil(until - this.clock.now())), message };
	}

	private laneOf({ endpointClass, usesBrowser, readsStatus }: ScheduleOptions): Lane {
		const known = this.lanes.get(endpointClass);
		if (known !== undefined) return known;
		const concurrency = usesBrowser ? this.browsers : new ConcurrencyLimit();
		const limit = new EndpointLimit(concurrency, readsStatus, () => this.runtime.random());
		const lane = { limit, queue: new ExecutionQueue(() => this.drain()), waiting: 0 };
		this.lanes.set(endpointClass, lane);
		return lane;
	}
}
