import type { RateLimitSignal } from '../client/attempt';
import type { Acquired, LimiterSlot } from '../client/client';
import type { Runtime } from '../transport/http';
import { ConcurrencyLimit } from './concurrencyLimit';
import { RateClassLimit } from './rateClassLimit';
import { ExecutionQueue, type LimiterOptions, WaitingRequest } from './queue';

/** Milliseconds after which the limits of an idle account are out of date. The service counts requests per minute. */
const REMEMBERED_MS = 60_000;

/**
 * Decides when each attempt of one account's requests starts.
 * - The request rate grows exponentially, as in TCP slow start (https://www.rfc-editor.org/rfc/rfc5681).
 * - The request rate drops after half of the quota is used, as in the AWS SDK
 *   (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html).
 * - The number of requests in flight follows AIMD
 *   (https://en.wikipedia.org/wiki/Additive_increase/multiplicative_decrease). If the service reports queue times, this
 *   number follows Little's law (https://github.com/Netflix/concurrency-limits).
 * - After two refusals, only probes are sent until the service accepts one.
 * - If other processes use the whole concurrency limit, the time between probes grows exponentially
 *   (https://en.wikipedia.org/wiki/Exponential_backoff).
 */
export class RateLimiter {
	private readonly browsers = new ConcurrencyLimit();
	/** Limits by rate class, in the order of the classes' turns. */
	private readonly limits = new Map<string, RateClassLimit>();
	private timer?: { at: number; controller: AbortController };
	private openSlots = 0;
	private lastUsedAt = 0;
	private latest = 0;

	constructor(private readonly runtime: Runtime) {}

	/** Whether all requests have ended, and the known limits are out of date. */
	get isForgettable(): boolean {
		return this.openSlots === 0 && this.now() - this.lastUsedAt >= REMEMBERED_MS;
	}

	open(options: LimiterOptions): LimiterSlot {
		const request = new WaitingRequest(options, this.now());
		const limit = this.limitOf(options);
		this.openSlots++;
		return {
			get excused() {
				return request.excused;
			},
			acquire: (maxWaitMs) => this.acquire(Object.assign(request, { maxWaitMs }), limit),
			release: (signal) => this.release(request, limit, signal),
			close: () => {
				this.openSlots--;
				this.lastUsedAt = this.now();
			},
		};
	}

	private async acquire(request: WaitingRequest, limit: RateClassLimit): Promise<Acquired> {
		const kind = await this.waitForStart(request, limit);
		if (kind === 'start') return { kind, pausedMs: limit.pausedMs(request) };
		return kind === 'aborted' ? { kind } : { kind, ...limit.statedPause(this.now()) };
	}

	private release(request: WaitingRequest, limit: RateClassLimit, signal: RateLimitSignal): void {
		const now = this.now();
		limit.end(request, signal, now);
		this.drain();
		if (signal.kind === 'limited') limit.endTooLongWaits(now);
	}

	private waitForStart(
		request: WaitingRequest,
		limit: RateClassLimit,
	): Acquired['kind'] | Promise<Acquired['kind']> {
		const { signal } = request.options;
		if (signal?.aborted) return 'aborted';
		const now = this.now();
		if (limit.delayMs(now) > 0 && limit.isTooLong(request, now)) return 'waitTooLong';
		return new Promise((resolve) => {
			const unsubscribe = this.runtime.onAbort(signal, () => {
				request.proceed('aborted');
				this.drain();
			});
			request.proceed = (end) => {
				unsubscribe();
				limit.queue.delete(request);
				resolve(end);
			};
			limit.queue.add(request);
			this.drain();
		});
	}

	private now(): number {
		this.latest = Math.max(this.latest, this.runtime.elapsed());
		return this.latest;
	}

	/** Starts all requests that may start. Rate classes take turns. */
	private drain(): void {
		let delayMs = Infinity;
		for (const [name, limit] of this.limits) {
			const ms = limit.startNext(this.now());
			if (ms === 0) {
				this.limits.delete(name);
				this.limits.set(name, limit);
			} else delayMs = Math.min(delayMs, ms);
		}
		if (delayMs < Infinity || this.timer !== undefined) void this.drainIn(delayMs);
	}

	/** Sets the timer for the next `drain`. `Infinity` cancels the timer. */
	private async drainIn(ms: number): Promise<void> {
		const at = this.now() + ms;
		if (this.timer !== undefined && this.timer.at <= at && ms < Infinity) return;
		// An explicit abort reason avoids the cost of an error with a stack trace.
		this.timer?.controller.abort('rescheduled');
		this.timer = undefined;
		if (ms === Infinity) return;
		const controller = new AbortController();
		this.timer = { at, controller };
		await this.runtime.sleep(Math.ceil(ms), controller.signal);
		// Before further requests start, lets Node.js read responses that have already arrived.
		await this.runtime.sleep(0, controller.signal);
		if (controller.signal.aborted) return;
		this.timer = undefined;
		// A timer can fire slightly before the clock shows its due time.
		this.latest = Math.max(this.latest, at);
		this.drain();
	}

	/** Requests with and without a browser never wait for each other, so each kind has its own limit. */
	private limitOf({ rateClass, usesBrowser }: LimiterOptions): RateClassLimit {
		const name = usesBrowser ? `${rateClass} with a browser` : rateClass;
		const known = this.limits.get(name);
		if (known !== undefined) return known;
		const concurrency = usesBrowser ? this.browsers : new ConcurrencyLimit();
		const queue = new ExecutionQueue(() => this.drain());
		const limit = new RateClassLimit(queue, concurrency, this.runtime);
		this.limits.set(name, limit);
		return limit;
	}
}

/** The rate limiters of a process, one for each account. */
export class RateLimiters {
	private readonly limiters = new Map<string, RateLimiter>();

	constructor(private readonly runtime: Runtime) {}

	/** Returns the limiter of an account. `account` is a fingerprint, so that the API key is not kept. */
	of(account: string): RateLimiter {
		const known = this.limiters.get(account);
		if (known !== undefined && !known.isForgettable) return known;
		for (const [name, limiter] of this.limiters) {
			if (limiter.isForgettable) this.limiters.delete(name);
		}
		const limiter = new RateLimiter(this.runtime);
		this.limiters.set(account, limiter);
		return limiter;
	}
}
