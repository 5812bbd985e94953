import type { LimitedSignal, RateLimitSignal } from '../api/http/schedule';
import { MAX_IN_FLIGHT, type ConcurrencyLimit } from './concurrencyLimit';
import type { ExecutionQueue } from './executionQueue';
import type { ScheduledRequest } from './scheduledRequest';

/** The number of requests sent grows by a factor of e in this time. A refusal takes 5 to 50 ms, so few are refused. */
const RAMP_MS = 80;
/** Minimum increase of the time between two starts: at most 25 are sent before a refusal of 50 ms arrives. */
const MIN_STEP_MS = 2;
/** The second half of the last window's quota is spread over this share of the window, so that few are refused. */
const WINDOW_END_SHARE = 0.04;
/** The time of a refusal is the longest recent one: an older one counts this share of it. */
const REFUSAL_DECAY = 0.9;
/** If a smaller share of requests is accepted, a refusal counts as a limit and not as a problem of its request. */
const HEALTHY_SHARE = 0.75;
const ACCEPTANCE_SMOOTHING = 0.05;
/** The time between two probes as a share of the pause until now: its end is noticed at most 5 % late. */
const PROBE_SHARE = 0.05;
/** Bounds of the time between two probes: longer than a refusal takes, and hardly noticed by a user. */
const MIN_PROBE_GAP_MS = 250;
const MAX_PROBE_GAP_MS = 2000;
/** The end of a job may be noticed 5 seconds late. */
const STATUS_PROBE_GAP_MS = 4000;
/** A Retry-After may be a day. Probes notice that the plan was upgraded or that another limit applies. */
const LONG_PAUSE_PROBE_MS = 60_000;

/** The time in which only probes are sent. */
interface Pause {
	since: number;
	/** When the next probe may start. */
	probeAt: number;
	/** The probe in flight. */
	probe?: ScheduledRequest;
	/** The only request refused until now. A probe shows whether the refusal is a problem of this request. */
	suspect?: ScheduledRequest;
	/** When the pause ends, if the service states it. */
	until?: number;
	message?: string;
}

/** The requests of one class of endpoints and their rate limit: when the next one may start. */
export class EndpointLimit {
	private pause?: Pause;
	private lastPauseMs = 0;
	/** Requests that started earlier belong to an earlier window. */
	windowSince = -Infinity;
	private sent = 0;
	/** The latest request, unless it was refused. */
	private latest?: ScheduledRequest;
	private refused = 0;
	/** Requests accepted in the last window. */
	private quota = Infinity;
	private nextStartAt = -Infinity;
	/** When the latest accepted request started. */
	private lastAcceptedStartAt = -Infinity;
	private refusalMs = 0;
	/** The share of requests accepted at their first attempt, weighted toward the latest ones. */
	private acceptedShare = 1;

	constructor(
		readonly queue: ExecutionQueue,
		private readonly concurrency: ConcurrencyLimit,
		private readonly readsStatus: boolean,
		private readonly random: () => number,
	) {}

	/** The pause, if it is certain and no probe in flight may end it. */
	get certainPause(): Pause | undefined {
		const isOpen = this.pause?.suspect !== undefined || this.pause?.probe !== undefined;
		return isOpen ? undefined : this.pause;
	}

	/** The next request. One that was not refused before is a better probe. */
	next(): ScheduledRequest | undefined {
		return this.queue.shift(this.pause !== undefined);
	}

	/** Milliseconds until the next request may start; `Infinity` if another one has to end first. */
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
		// Timers that fire late do not slow the ramp down.
		this.nextStartAt = Math.max(this.nextStartAt, now - RAMP_MS) + this.stepMs;
		if (this.pause !== undefined) this.pause.probe = request;
	}

	/** An attempt has ended. `refusals` of its request grows if the refusal may be its own problem. */
	end(request: ScheduledRequest, signal: RateLimitSignal, now: number): void {
		this.concurrency.end();
		if (signal.kind === 'ok') this.accept(request, signal.queuedMs ?? 0, now);
		if (signal.kind === 'limited') this.refuse(request, signal, now);
	}

	/** A request that is not refused within twice the time that refusals take counts as accepted. */
	private get testMs(): number {
		return Math.max(RAMP_MS, 2 * this.refusalMs);
	}

	/** Milliseconds until the next start: a ramp at first, slow near the end of a window, and a second ramp beyond it. */
	private get stepMs(): number {
		const { sent, quota } = this;
		if (sent > quota) return this.testMs / (sent - quota);
		if (sent > quota / 2) return (this.lastPauseMs * WINDOW_END_SHARE) / (quota / 2);
		return sent < MAX_IN_FLIGHT ? Math.max(MIN_STEP_MS, RAMP_MS / sent) : 0;
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
		this.quota = this.sent - this.refused - 1 || this.quota;
		this.windowSince = startedAt;
		// The probe is the first request of the window.
		this.sent = 1;
		this.refused = 0;
	}

	private refuse(request: ScheduledRequest, signal: LimitedSignal, now: number): void {
		this.refusalMs = Math.max(now - request.startedAt, this.refusalMs * REFUSAL_DECAY);
		if (request.startedAt < this.windowSince) return;
		this.refused++;
		if (this.latest === request) this.latest = undefined;
		const { pause } = this;
		const isProbe = pause?.probe === request;
		if (isProbe) pause.probe = undefined;
		const mayBeOwn = this.mayBeOwnProblem(request, signal);
		if (mayBeOwn && request.isOwnProblem) {
			request.refusals++;
			return;
		}
		if (request.attempts === 1) this.acceptedShare -= this.acceptedShare * ACCEPTANCE_SMOOTHING;
		if (pause === undefined && signal.limit === 'concurrency' && request.level > 1) {
			return this.concurrency.refused(request.level, now);
		}
		const isFirst = pause === undefined || pause.suspect === request;
		if (isFirst && mayBeOwn) this.suspect(request, now);
		else if (isFirst || pause.suspect !== undefined) this.confirm(signal, now);
		if (this.pause !== undefined) this.planProbe(this.pause, signal, now);
	}

	/** Whether no known limit explains the refusal. */
	private mayBeOwnProblem(request: ScheduledRequest, { limit }: LimitedSignal): boolean {
		const { level, startedAt, attempts, waitsSince } = request;
		const isExpected =
			limit === 'rate' ? this.sent > this.quota / 2 : this.concurrency.isBeyond(level, startedAt);
		if (isExpected || this.acceptedShare < HEALTHY_SHARE) return false;
		request.isOwnProblem ||= attempts > 1 && this.lastAcceptedStartAt > waitsSince;
		return true;
	}

	/** Pauses until a request in flight or the next one shows whether there is a limit. */
	private suspect(request: ScheduledRequest, now: number): void {
		request.refusals++;
		const { latest: probe } = this;
		this.pause ??= { since: request.startedAt, probeAt: now, probe, suspect: request };
	}

	/** Starts a pause, because there is a limit. */
	private confirm({ limit }: LimitedSignal, now: number): void {
		if (this.pause?.suspect !== undefined) this.pause.suspect.refusals--;
		if (limit === 'concurrency') this.concurrency.reset();
		this.pause = { ...this.pause, suspect: undefined, since: now, probeAt: now };
	}

	/** If several refusals state a wait, the longest one applies. */
	private planProbe(pause: Pause, { retryAfterMs = 0, message }: LimitedSignal, now: number): void {
		const until = now + retryAfterMs;
		if (retryAfterMs > 0 && until >= (pause.until ?? 0)) Object.assign(pause, { until, message });
		pause.message ??= message;
		if (pause.suspect !== undefined) return;
		const leftMs = (pause.until ?? now) - now;
		if (leftMs > 0) {
			pause.probeAt = now + Math.min(leftMs, LONG_PAUSE_PROBE_MS);
		} else if (pause.probe === undefined && pause.probeAt <= now) {
			const gapMs = Math.max(now - pause.since, this.lastPauseMs) * PROBE_SHARE;
			const boundedMs = Math.min(Math.max(gapMs, MIN_PROBE_GAP_MS), MAX_PROBE_GAP_MS);
			const chosenMs = this.readsStatus ? STATUS_PROBE_GAP_MS : boundedMs;
			pause.probeAt = now + chosenMs * (0.9 + 0.2 * this.random());
		}
	}
}
