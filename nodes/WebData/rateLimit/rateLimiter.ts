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
			const request = new ScheduledRequest(options, task, this.clock.now());
			const outcome = await this.run(request);
			return { ...outcome, refusals: request.refusals, waitedMs: request.waitedMs };
		} finally {
			this.scheduled--;
			this.lastUsedAt = this.clock.now();
		}
	}

	private async run<Result>(request: ScheduledRequest<Result>): Promise<Outcome<Result>> {
		const { signal: abortSignal, backoffMs, maxTries } = request.options;
		const endpoint = this.endpointOf(request.options);
		let refused: { result: Result } | undefined;
		for (;;) {
			const turn = await this.turnOf(request, endpoint);
			if (turn === 'aborted') return { kind: turn };
			if (turn === 'waitTooLong')
				return { kind: turn, ...refused, ...endpoint.statedPause(this.clock.now()) };
			const { refusals } = request;
			const { result, signal } = await this.send(request, endpoint);
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
	private async turnOf(request: ScheduledRequest, endpoint: EndpointLimit): Promise<Turn> {
		const { signal } = request.options;
		if (signal?.aborted) return 'aborted';
		const now = this.clock.now();
		if (endpoint.delayMs(now) > 0 && endpoint.isTooLong(request, now)) return 'waitTooLong';
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

	private async send<Result>(request: ScheduledRequest<Result>, endpoint: EndpointLimit) {
		let signal: RateLimitSignal = { kind: 'none' };
		try {
			const attempt = await request.task();
			({ signal } = attempt);
			return attempt;
		} finally {
			const now = this.clock.now();
			endpoint.end(request, signal, now);
			this.drain();
			if (signal.kind === 'limited') endpoint.endTooLongWaits(now);
		}
	}

	/** Starts all requests that may start. Classes take turns: a class whose request was started moves to the end. */
	private drain(): void {
		let delayMs = Infinity;
		for (const [endpointClass, endpoint] of this.endpoints) {
			const ms = endpoint.startNext(this.clock.now());
			if (ms === 0) {
				this.endpoints.delete(endpointClass);
				this.endpoints.set(endpointClass, endpoint);
			} else delayMs = Math.min(delayMs, ms);
		}
		void this.drainIn(delayMs);
	}

	/** Sets the timer for the next `drain`. An earlier timer remains. `Infinity` cancels the timer. */
	private async drainIn(ms: number): Promise<void> {
		const at = this.clock.now() + ms;
		if (this.timer !== undefined && this.timer.at <= at && ms < Infinity) return;
		// An explicit reason avoids creating an error with a stack trace that nothing reads.
		this.timer?.controller.abort('rescheduled');
		this.timer = undefined;
		if (ms === Infinity) return;
		const controller = new AbortController();
		this.timer = { at, controller };
		await this.runtime.sleep(Math.ceil(ms), controller.signal);
		// If the timer is late, responses that arrived before it are read during this second sleep.
		await this.runtime.sleep(0, controller.signal);
		if (controller.signal.aborted) return;
		this.timer = undefined;
		this.clock.advanceTo(at);
		this.drain();
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
