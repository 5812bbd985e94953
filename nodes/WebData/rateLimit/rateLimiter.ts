import type { Outcome, RateLimitSignal, Scheduled, Task } from '../api/http/schedule';
import type { Runtime } from '../transport/runtime';
import { ConcurrencyLimit } from './concurrencyLimit';
import { EndpointLimit } from './endpointLimit';
import { ExecutionQueue } from './executionQueue';
import { MonotonicClock } from './monotonicClock';
import { ScheduledRequest, type ScheduleOptions, type Turn } from './scheduledRequest';

/** Milliseconds for which limits are remembered while an account is idle. The service counts requests per minute. */
const REMEMBERED_MS = 60_000;

/**
 * Decides when each request of one account is sent, and when a refused request is sent again.
 * - Starts follow a ramp, as in slow start (https://www.rfc-editor.org/rfc/rfc5681). The ramp is slower when the
 *   quota of the last rate limit window is nearly used up, as in the adaptive retry of the AWS SDK
 *   (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html).
 * - The number of requests in flight follows AIMD
 *   (https://en.wikipedia.org/wiki/Additive_increase/multiplicative_decrease), with a decrease to the number that was
 *   not refused. If the service reports time in its own queue, the number follows Little's law instead, as
 *   https://github.com/Netflix/concurrency-limits does.
 * - After one refusal, the next request shows whether there is a limit or only a problem with that request. After two
 *   refusals, only probes are sent until the service accepts one. Then the ramp starts again.
 * - If other processes use all slots, the time between probes follows
 *   https://en.wikipedia.org/wiki/Exponential_backoff.
 */
export class RateLimiter {
	private readonly browsers = new ConcurrencyLimit();
	/** Limits by endpoint class, starting with the class whose turn is next. */
	private readonly endpoints = new Map<string, EndpointLimit>();
	private timer?: { at: number; controller: AbortController };
	private scheduled = 0;
	private lastUsedAt = 0;
	private readonly clock = new MonotonicClock(() => this.runtime.now());

	constructor(private readonly runtime: Runtime) {}

	/** Whether nothing is scheduled and the known limits are out of date. */
	get isForgettable(): boolean {
		return this.scheduled === 0 && this.clock.now() - this.lastUsedAt >= REMEMBERED_MS;
	}

	/** Calls `task` when the limits allow it, and again after a refusal. Rejects only if `task` rejects. */
	async schedule<Result>(options: ScheduleOptions, task: Task<Result>): Promise<Scheduled<Result>> {
		this.scheduled++;
		try {
			const request = new ScheduledRequest(options);
			const outcome = await this.run(this.endpointOf(options), request, task);
			return { ...outcome, refusals: request.refusals, waitedMs: request.waitedMs };
		} finally {
			this.scheduled--;
			this.lastUsedAt = this.clock.now();
		}
	}

	private async run<Result>(
		endpoint: EndpointLimit,
		request: ScheduledRequest,
		task: Task<Result>,
	): Promise<Outcome<Result>> {
		const { signal: abortSignal, backoffMs, maxTries } = request.options;
		let refused: { result: Result } | undefined;
		for (;;) {
			const turn = await this.turnOf(endpoint, request);
			if (turn === 'aborted') return { kind: turn };
			if (turn === 'waitTooLong') return { kind: turn, ...refused, ...this.pauseOf(endpoint) };
			const refusals = request.refusals;
			const { result, signal } = await this.send(endpoint, request, task);
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
	private async turnOf(endpoint: EndpointLimit, request: ScheduledRequest): Promise<Turn> {
		const { signal } = request.options;
		const now = this.clock.now();
		if (!request.isRepeat) request.waitsSince = now;
		if (signal?.aborted) return 'aborted';
		if (endpoint.delayMs(now) > 0 && this.isTooLong(endpoint, request)) return 'waitTooLong';
		return await new Promise((resolve) => {
			const unsubscribe = this.runtime.onAbort(signal, () => {
				request.proceed('aborted');
				this.drain();
			});
			request.proceed = (turn) => {
				unsubscribe();
				endpoint.queue.delete(request);
				resolve(turn);
			};
			endpoint.queue.add(request);
			this.drain();
		});
	}

	private async send<Result>(
		endpoint: EndpointLimit,
		request: ScheduledRequest,
		task: Task<Result>,
	) {
		let signal: RateLimitSignal = { kind: 'none' };
		try {
			const attempt = await task();
			({ signal } = attempt);
			return attempt;
		} finally {
			const now = this.clock.now();
			endpoint.end(request, signal, now);
			request.waitsSince = now;
			request.options.execution.ended();
			this.drain();
			if (signal.kind === 'limited') this.endThoseTooLong(endpoint);
		}
	}

	/**
	 * Starts all requests that may start. The classes take turns: when a request is started, its class moves to the end
	 * of the order.
	 */
	private drain(): void {
		let delayMs = Infinity;
		for (const [endpointClass, endpoint] of this.endpoints) {
			const ms = this.startNext(endpoint);
			if (ms === 0) {
				this.endpoints.delete(endpointClass);
				this.endpoints.set(endpointClass, endpoint);
			} else delayMs = Math.min(delayMs, ms);
		}
		this.drainIn(delayMs);
	}

	/** Starts the next request of a class and returns 0, or returns the milliseconds until one may start. */
	private startNext(endpoint: EndpointLimit): number {
		if (endpoint.queue.isEmpty) return Infinity;
		const now = this.clock.now();
		const delayMs = endpoint.delayMs(now);
		if (delayMs > 0) return delayMs;
		const request = endpoint.next();
		if (request === undefined) return Infinity;
		if (request.isRepeat)
			request.waitedMs += now - Math.max(request.waitsSince, endpoint.windowSince);
		request.attempts++;
		request.options.execution.started();
		endpoint.start(request, now);
		request.proceed('start');
		return 0;
	}

	private drainIn(ms: number): void {
		const at = this.clock.now() + ms;
		if (this.timer !== undefined && this.timer.at <= at && ms < Infinity) return;
		// An explicit reason avoids creating an error with a stack trace that nothing reads.
		this.timer?.controller.abort('rescheduled');
		this.timer = undefined;
		if (ms === Infinity) return;
		const controller = new AbortController();
		this.timer = { at, controller };
		const sleep = (duration: number) => this.runtime.sleep(duration, controller.signal);
		// A late timer runs before the responses that arrived in the meantime are read. After the second sleep, these
		// responses have been read.
		const slept = sleep(Math.ceil(ms)).then(() => sleep(0));
		void slept.then(() => {
			if (controller.signal.aborted) return;
			this.timer = undefined;
			this.clock.advanceTo(at);
			this.drain();
		});
	}

	private endThoseTooLong(endpoint: EndpointLimit): void {
		for (const request of endpoint.queue.all) {
			if (this.isTooLong(endpoint, request)) request.proceed('waitTooLong');
		}
	}

	/** Whether the pause lasts longer than the request may wait. */
	private isTooLong(endpoint: EndpointLimit, request: ScheduledRequest): boolean {
		const pause = endpoint.certainPause;
		if (pause === undefined) return false;
		const now = this.clock.now();
		const waitedMs = now - Math.max(request.waitsSince, pause.since);
		return waitedMs + Math.max(0, (pause.until ?? 0) - now) > request.waitLeftMs;
	}

	/** The remaining time of the pause and the service's message, if they are known. */
	private pauseOf(endpoint: EndpointLimit): { retryAfterMs?: number; message?: string } {
		const { until, message } = endpoint.certainPause ?? {};
		const leftMs = Math.ceil((until ?? 0) - this.clock.now());
		return { retryAfterMs: until && Math.max(0, leftMs), message };
	}

	private endpointOf({ endpointClass, usesBrowser }: ScheduleOptions): EndpointLimit {
		const known = this.endpoints.get(endpointClass);
		if (known !== undefined) return known;
		const concurrency = usesBrowser ? this.browsers : new ConcurrencyLimit();
		const queue = new ExecutionQueue(() => this.drain());
		const endpoint = new EndpointLimit(queue, concurrency, this.runtime);
		this.endpoints.set(endpointClass, endpoint);
		return endpoint;
	}
}
