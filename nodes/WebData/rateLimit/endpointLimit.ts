import type { LimitedSignal, RateLimitSignal } from '../api/http/schedule';
import type { Runtime } from '../transport/runtime';
import { MAX_BACKOFF_MS, MAX_IN_FLIGHT, type ConcurrencyLimit } from './concurrencyLimit';
import type { ExecutionQueue } from './executionQueue';
import type { ScheduledRequest } from './scheduledRequest';

/**
 * The number of requests sent grows by a factor of e in this time. A refusal takes 5 to 50 ms, so few requests are
 * refused.
 */
const RAMP_MS = 80;
/**
 * Maximum number of requests sent in `RAMP_MS`. If a refusal takes 50 ms, at most 31 requests are sent before it
 * arrives.
 */
const MAX_RAMP = 50;
/** Maximum timer delay that the ramp makes up for. In a busy process, refusals also arrive late. */
const MAX_CATCH_UP_MS = 20;
/**
 * The second half of the last window's quota is spread over this share of the last pause, so that few requests are
 * refused.
 */
const WINDOW_END_SHARE = 0.04;
/**
 * The time that a refusal takes is estimated from the longest recent refusal. Each new refusal multiplies the previous
 * estimate by this factor.
 */
const REFUSAL_DECAY = 0.9;
/** If less than this share of requests is accepted, a refusal is attributed to a limit, not to the refused request. */
const HEALTHY_SHARE = 0.75;
const ACCEPTANCE_SMOOTHING = 0.05;
/**
 * The time between two probes as a share of the time since the pause began: the end of the pause is noticed at most 5%
 * late.
 */
const PROBE_SHARE = 0.05;
/** Bounds of the time between two probes: longer than a refusal takes, and too short for a user to notice. */
const MIN_PROBE_GAP_MS = 250;
const MAX_PROBE_GAP_MS = 2000;
/**
 * Probes are sent earlier by up to this share of the interval, so that processes refused at the same time do not probe
 * at the same time.
 */
const SPREAD = 0.2;

/** The time in which only probes are sent. */
interface Pause {
	since: number;
	/** Time at which the next probe may start. */
	probeAt: number;
	/** The probe in flight. */
	probe?: ScheduledRequest;
	/** The refused request, if there is only one. A probe shows whether this request caused the refusal. */
	suspect?: ScheduledRequest;
	/** Time at which the pause ends, if the service states that time. */
	until?: number;
	message?: string;
}

/** Queues the requests of one endpoint class and decides when the next request may start. */
export class EndpointLimit {
	private pause?: Pause;
	private lastPauseMs = 0;
	/** Requests that started earlier belong to an earlier window. */
	windowSince = -Infinity;
	/** Requests of this window that were not refused. */
	private sent = 0;
	/** Requests accepted in the last window. */
	private quota = Infinity;
	private nextStartAt = -Infinity;
	/** The latest request, unless it was refused. */
	private latest?: ScheduledRequest;
	/** Start time of the latest accepted request. */
	private lastAcceptedStartAt = -Infinity;
	private refusalMs = RAMP_MS / 2;
	/** The share of requests accepted at their first attempt, weighted toward the latest ones. */
	private acceptedShare = 1;

	constructor(
		readonly queue: ExecutionQueue,
		private readonly concurrency: ConcurrencyLimit,
		private readonly runtime: Runtime,
	) {}

	/** The pause, if it is certain and no probe in flight may end it. */
	get certainPause(): Pause | undefined {
		const isOpen = this.pause?.suspect !== undefined || this.pause?.probe !== undefined;
		return isOpen ? undefined : this.pause;
	}

	/** The next request. During a pause, prefers a request that was not refused before, because it is a better probe. */
	next(): ScheduledRequest | undefined {
		return this.queue.next(this.pause !== undefined);
	}

	/** Milliseconds until the next request may start; `Infinity` if another request must end first. */
	delayMs(now: number): number {
		const probe = this.pause?.probe;
		if (probe !== undefined) {
			const leftMs = probe.startedAt + this.testMs - now;
			if (leftMs > 0) return leftMs;
			this.endPause(probe, now);
		}
		const startAt = this.pause?.probeAt ?? this.nextStartAt;
		return Math.max(0, startAt - now, this.concurrency.delayMs(now));
	}

	start(request: ScheduledRequest, now: number): void {
		request.level = this.concurrency.start(now, this.testMs);
		request.startedAt = now;
		this.sent++;
		this.latest = request;
		if (this.sent > 2 * this.quota) this.quota = Infinity;
		this.nextStartAt = Math.max(this.nextStartAt, now - MAX_CATCH_UP_MS) + this.stepMs;
		if (this.pause !== undefined) this.pause.probe = request;
	}

	/**
	 * Records the end of an attempt. If the request itself may have caused the refusal, its `refusals` count is
	 * incremented.
	 */
	end(request: ScheduledRequest, signal: RateLimitSignal, now: number): void {
		this.concurrency.end();
		if (signal.kind === 'ok') this.accept(request, signal.queuedMs ?? 0, now);
		if (signal.kind === 'limited') this.refuse(request, signal, now);
	}

	/** A request that is not refused within twice the time that refusals take counts as accepted. */
	private get testMs(): number {
		return Math.max(RAMP_MS, 2 * this.refusalMs);
	}

	/**
	 * Milliseconds until the next start. Starts follow a ramp, slow down as the window's quota is used up, and follow a
	 * second ramp beyond the quota.
	 */
	private get stepMs(): number {
		const { sent, quota } = this;
		if (sent > quota) return this.testMs / (sent - quota);
		if (sent > quota / 2) return (this.lastPauseMs * WINDOW_END_SHARE) / (quota / 2);
		// The faster the service refuses requests, the faster an unknown limit may be approached.
		const rampMs = quota === Infinity ? 2 * this.refusalMs : RAMP_MS;
		return sent < MAX_IN_FLIGHT ? rampMs / Math.min(sent + 3, MAX_RAMP) : 0;
	}

	private accept(request: ScheduledRequest, queuedMs: number, now: number): void {
		const { startedAt, level, attempts } = request;
		this.concurrency.accepted(level, now - startedAt, queuedMs);
		this.lastAcceptedStartAt = Math.max(this.lastAcceptedStartAt, startedAt);
		if (attempts === 1) this.acceptedShare += (1 - this.acceptedShare) * ACCEPTANCE_SMOOTHING;
		if (this.pause !== undefined && startedAt > this.pause.since) this.endPause(request, now);
	}

	private endPause({ startedAt }: ScheduledRequest, now: number): void {
		const { suspect, since } = this.pause as Pause;
		this.pause = undefined;
		this.lastAcceptedStartAt = Math.max(this.lastAcceptedStartAt, startedAt);
		if (suspect !== undefined) {
			suspect.isOwnProblem = true;
			return;
		}
		this.lastPauseMs = now - since;
		this.quota = this.sent - 1 || this.quota;
		this.windowSince = startedAt;
		// The probe is the first request of the window.
		this.sent = 1;
	}

	private refuse(request: ScheduledRequest, signal: LimitedSignal, now: number): void {
		this.refusalMs = Math.max(now - request.startedAt, this.refusalMs * REFUSAL_DECAY);
		if (request.startedAt < this.windowSince) return;
		this.sent--;
		const { pause } = this;
		if (this.latest === request) this.latest = undefined;
		if (pause?.probe === request) pause.probe = undefined;
		const mayBeOwn = this.mayBeOwnProblem(request, signal);
		if (mayBeOwn && request.isOwnProblem) {
			request.refusals++;
			return;
		}
		if (request.attempts === 1) this.acceptedShare -= this.acceptedShare * ACCEPTANCE_SMOOTHING;
		if (pause === undefined && signal.limit === 'concurrency' && request.level > 1) {
			return this.concurrency.refused(request.level);
		}
		const isFirst = pause === undefined || pause.suspect === request;
		if (isFirst && mayBeOwn) {
			request.refusals++;
			// A request in flight or the next request shows whether there is a limit.
			const { latest: probe } = this;
			this.pause ??= { since: request.startedAt, probeAt: now, probe, suspect: request };
		} else if (isFirst || pause.suspect !== undefined) this.confirm(signal, now);
		if (this.pause !== undefined) this.planProbe(this.pause, signal, now);
	}

	/** Whether no known limit explains the refusal. */
	private mayBeOwnProblem(request: ScheduledRequest, { limit }: LimitedSignal): boolean {
		const { level, attempts, waitsSince } = request;
		const isExpected =
			limit === 'rate' ? this.sent >= this.quota / 2 : this.concurrency.isBeyond(level);
		if (isExpected || this.acceptedShare < HEALTHY_SHARE) return false;
		request.isOwnProblem ||= attempts > 1 && this.lastAcceptedStartAt > waitsSince;
		return true;
	}

	/** Starts a pause, because there is a limit. */
	private confirm({ limit }: LimitedSignal, now: number): void {
		if (this.pause?.suspect !== undefined) this.pause.suspect.refusals--;
		if (limit === 'concurrency') this.concurrency.reset();
		this.pause = { ...this.pause, suspect: undefined, since: now, probeAt: now };
	}

	/** If several refusals state a wait, the longest wait applies. */
	private planProbe(pause: Pause, signal: LimitedSignal, now: number): void {
		const { retryAfterMs = 0, message } = signal;
		const until = now + retryAfterMs;
		if (retryAfterMs > 0 && until >= (pause.until ?? 0)) Object.assign(pause, { until, message });
		pause.message ??= message;
		if (pause.suspect !== undefined) return;
		const statedMs = (pause.until ?? now) - now;
		const shareMs = Math.max(now - pause.since, this.lastPauseMs) * PROBE_SHARE;
		const boundedMs = Math.min(Math.max(shareMs, MIN_PROBE_GAP_MS), MAX_PROBE_GAP_MS);
		const gapMs = Math.max(statedMs > 0 ? 0 : boundedMs, this.concurrency.backoffMs);
		const spreadMs = gapMs * (1 - SPREAD * this.runtime.random());
		pause.probeAt = now + Math.min(Math.max(statedMs, spreadMs), MAX_BACKOFF_MS);
	}
}
