import type { Transport, TransportResponse } from '../../nodes/WebData/transport/http';
import { answer } from '../support/scriptedTransport';
import type { VirtualTime } from '../support/virtualTime';

/** The limits of a simulated service. Functions of the time allow limits to change during a run. */
export interface Limits {
	/** Milliseconds that the service needs to process a request. */
	workMs: number;
	/** Milliseconds for the network round trip. A refusal takes no additional time. */
	roundTripMs: number;
	/** Maximum relative deviation of the processing time and of the round-trip time. */
	jitter?: number;
	/** `Retry-After` of a 429 response: absent, exact, or rounded to whole seconds. */
	retryAfter: 'none' | 'exact' | 'seconds';
	/** Until `untilMs`, the service refuses every request as if the request exceeded `limit`. */
	closed?: { untilMs: number; limit: 'rate' | 'concurrency' };
	/** Returns the maximum number of concurrent requests. */
	places?: (nowMs: number) => number;
	/** Milliseconds after which a request that waits for a place fails with 408. */
	queueMs?: number;
	/** Returns the maximum number of requests per window. A window starts with its first request. */
	rate?: (nowMs: number) => { most: number; windowMs: number };
	/** Share of accepted requests that fail with 503. */
	failing?: number;
}

/** Retry-After of a 429 for too many concurrent requests, in milliseconds. */
const PLACES_RETRY_AFTER_MS = 2000;

export const vary = (ms: number, { jitter = 0 }: Limits, random: () => number): number =>
	ms * (1 + jitter * (2 * random() - 1));

/** Counts requests for the rate limit. */
export class RateWindow {
	private startedAt = -Infinity;
	private requests = 0;

	constructor(private readonly limits: Limits) {}

	/** Returns the milliseconds until the rate limit allows a request. */
	waitMs(now: number): number {
		const rate = this.limits.rate?.(now);
		if (rate === undefined) return 0;
		if (now - this.startedAt >= rate.windowMs) this.requests = 0;
		return this.requests < rate.most ? 0 : this.startedAt + rate.windowMs - now;
	}

	/** `waitMs` must have been called with the same time. */
	count(now: number): void {
		if (this.requests++ === 0) this.startedAt = now;
	}
}

const queueTimeout = answer(408, {
	success: false,
	code: 'CONCURRENCY_QUEUE_TIMEOUT',
	error: 'Request timed out in the queue',
});

const busy = answer(503, { success: false, error: 'The service is busy' });

const success = (queuedMs: number): TransportResponse => {
	const queued = { concurrencyLimited: true, concurrencyQueueDurationMs: Math.round(queuedMs) };
	return answer(200, { success: true, data: { metadata: queuedMs > 0 ? queued : {} } });
};

/** A simulated service with limits. Clients send requests through its transports. */
export class LimitedService {
	/** Number of requests by outcome. A request can time out in the service's queue. */
	readonly counts = { accepted: 0, refused: 0, timedOut: 0 };
	private readonly window: RateWindow;
	private running = 0;
	private readonly queue = new Set<(isInTime: boolean) => void>();

	constructor(
		private readonly time: VirtualTime,
		private readonly limits: Limits,
	) {
		this.window = new RateWindow(limits);
	}

	/** Transports with different windows share all limits except the rate limit. */
	transport(window = this.window): Transport {
		return { send: () => this.respondLate(window), close: () => Promise.resolve() };
	}

	/** Returns the response after a simulated network round trip. */
	private async respondLate(window: RateWindow): Promise<TransportResponse> {
		await this.sleep(this.limits.roundTripMs / 2);
		const response = await this.respond(window);
		await this.sleep(this.limits.roundTripMs / 2);
		return response;
	}

	private sleep(ms: number): Promise<void> {
		return this.time.sleep(vary(ms, this.limits, this.time.random));
	}

	private async respond(window: RateWindow): Promise<TransportResponse> {
		const refusal = this.refusal(window);
		if (refusal !== undefined) {
			this.counts.refused++;
			return refusal;
		}
		const arrivedAt = this.time.now();
		window.count(arrivedAt);
		const { failing } = this.limits;
		if (failing !== undefined && this.time.random() < failing) return busy;
		if (!(await this.waitForPlace())) {
			this.counts.timedOut++;
			return queueTimeout;
		}
		const queuedMs = this.time.now() - arrivedAt;
		this.running++;
		await this.sleep(this.limits.workMs);
		this.running--;
		this.counts.accepted++;
		this.startQueued();
		return success(queuedMs);
	}

	private get places(): number {
		return this.limits.places?.(this.time.now()) ?? Infinity;
	}

	private waitForPlace(): Promise<boolean> {
		const { queueMs } = this.limits;
		if (queueMs === undefined || this.running < this.places) return Promise.resolve(true);
		return new Promise((resolve) => {
			const cancelTimer = this.time.setTimer(queueMs, () => start(false));
			const start = (isInTime: boolean): void => {
				cancelTimer();
				this.queue.delete(start);
				resolve(isInTime);
			};
			this.queue.add(start);
		});
	}

	private startQueued(): void {
		const [next] = this.queue;
		if (this.running < this.places) next?.(true);
	}

	private refusal(window: RateWindow): TransportResponse | undefined {
		const { closed, queueMs } = this.limits;
		const now = this.time.now();
		if (closed !== undefined && now < closed.untilMs) {
			return this.refuse(closed.limit, closed.untilMs - now);
		}
		if (queueMs === undefined && this.running >= this.places) {
			return this.refuse('concurrency', PLACES_RETRY_AFTER_MS);
		}
		const waitMs = window.waitMs(now);
		return waitMs > 0 ? this.refuse('rate', waitMs) : undefined;
	}

	private refuse(limit: 'rate' | 'concurrency', waitMs: number): TransportResponse {
		const { retryAfter } = this.limits;
		const error = limit === 'rate' ? 'Rate limit exceeded' : 'Concurrency limit reached';
		const seconds = retryAfter === 'exact' ? (waitMs / 1000).toFixed(3) : Math.ceil(waitMs / 1000);
		const headers = { 'retry-after': String(seconds) };
		return answer(429, { success: false, error }, retryAfter === 'none' ? {} : headers);
	}
}
