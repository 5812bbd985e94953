import type { RateLimitSignal } from '../client/attempt';
import type { Runtime } from '../transport/http';
import { type ConcurrencyLimit, MAX_IN_FLIGHT, MAX_PROBE_WAIT_MS } from './concurrencyLimit';
import type { ExecutionQueue, WaitingRequest } from './queue';

/** Default time in which the number of sent requests grows by a factor of e. */
const RAMP_MS = 80;
/**
 * Maximum number of requests sent in `RAMP_MS`. If a refusal takes 50 ms to arrive, at most 31 requests are sent before
 * it.
 */
const MAX_RAMP = 50;
/**
 * If a timer fires late, a burst of requests makes up for at most this part of the delay. A busy process also reads
 * refusals late, so a longer burst would cause more refusals.
 */
const MAX_CATCH_UP_MS = 20;
/** The second half of a quota is spread over this share of the last pause. A smaller share causes more refusals. */
const WINDOW_END_SHARE = 0.04;
/**
 * Each faster refusal lowers the estimated duration of refusals by up to 10%. A slower refusal raises the estimate at
 * once.
 */
const REFUSAL_DECAY = 0.9;
/**
 * Minimum number of successful requests before a refusal is attributed to the request itself. With fewer successful
 * requests, a limit is the more likely cause.
 */
const MIN_SUCCESSES = 10;
/** Time between two probes, as a share of the pause. The node notices the end of a pause at most 6% late. */
const PROBE_SHARE = 0.06;
/** Minimum time between two probes. Most refusals arrive within this time. */
const MIN_PROBE_GAP_MS = 250;
/** Maximum time between two probes. Two seconds is short compared with a rate limit window of one minute. */
const MAX_PROBE_GAP_MS = 2_000;
/** Maximum share by which a wait is randomly shortened, so that processes probe at different times. */
const SPREAD = 0.4;

type LimitedSignal = RateLimitSignal & { kind: 'limited' };

/** The time in which only probes are sent. */
interface Pause {
	since: number;
	probe?: WaitingRequest;
	/** The only request that has been refused so far. The cause may be the request itself instead of a limit. */
	suspect?: WaitingRequest;
	/** Time at which the pause ends, if the service states that time. */
	until?: number;
	message?: string;
}

function noteStatement(pause: Pause, signal: LimitedSignal, now: number): void {
	const { retryAfterMs = 0, message } = signal;
	const until = now + retryAfterMs;
	if (retryAfterMs > 0 && until >= (pause.until ?? 0)) Object.assign(pause, { until, message });
	pause.message ??= message;
}

/**
 * Queues the requests of one rate class and decides when the next request may start. `pause` is the state: *open* without a
 * pause, *suspected* with a suspect, else *paused*. In the last two, each request that starts is a probe.
 *
 * | state | event | next state |
 * | --- | --- | --- |
 * | open | a refusal whose cause may be the request itself | suspected |
 * | open | a concurrency refusal while other requests are in flight | open, with a lower concurrency limit |
 * | open, suspected | any other refusal | paused; a suspect is excused |
 * | suspected | a later request is accepted | open; the suspect itself was the cause |
 * | paused | a probe is accepted, or not refused in time | open, in a new rate limit window |
 * | paused | a probe is refused, or its response is lost | paused, until the next probe |
 *
 * A refusal changes no state if its request started before the window, or if the request itself is known to be the cause
 * and no limit is expected.
 */
export class RateClassLimit {
	private pause?: Pause;
	private lastPauseMs = 0;
	private windowSince = -Infinity;
	/** Number of requests sent in the current rate limit window, without refused requests. */
	private sent = 0;
	/** Number of requests accepted in the previous rate limit window. */
	private quota = Infinity;
	private nextStartAt = -Infinity;
	private lastAcceptedStartAt = -Infinity;
	/** Estimated milliseconds from the start of a request to its refusal. */
	private refusalMs?: number;
	/** Number of successful requests since the last pause started. */
	private successes = Infinity;

	constructor(
		readonly queue: ExecutionQueue,
		private readonly concurrency: ConcurrencyLimit,
		private readonly runtime: Runtime,
	) {}

	/** Milliseconds until the next request may start; `Infinity` if a request in flight must end first. */
	delayMs(now: number): number {
		const probe = this.pause?.probe;
		if (probe !== undefined && now >= this.nextStartAt) this.accept(probe.startedAt, now);
		return Math.max(0, this.nextStartAt - now, this.concurrency.delayMs(now));
	}

	/** Starts the next request and returns 0, or returns the milliseconds until a request may start. */
	startNext(now: number): number {
		if (this.queue.isEmpty) return Infinity;
		const delayMs = this.delayMs(now);
		if (delayMs > 0) return delayMs;
		// During a pause, new requests come before refused requests.
		const request = this.queue.next(this.pause !== undefined);
		if (request === undefined) return Infinity;
		this.start(request, now);
		return 0;
	}

	end(request: WaitingRequest, signal: RateLimitSignal, now: number): void {
		const { startedAt, level, options } = request;
		this.concurrency.end();
		request.refusals = signal.kind === 'limited' ? request.refusals + 1 : 0;
		if (signal.kind === 'ok') {
			this.successes++;
			this.concurrency.accepted(level, now - startedAt, signal.queuedMs ?? 0);
			this.accept(startedAt, now);
		}
		if (signal.kind === 'limited') this.refuse(request, signal, now);
		if (signal.kind === 'none') this.loseProbe(request, now);
		request.waitsSince = now;
		options.execution.ended();
	}

	/** Milliseconds of the request's last wait in which a pause lasted. */
	pausedMs({ waitsSince }: WaitingRequest): number {
		return Math.max(0, this.windowSince - waitsSince);
	}

	/** Whether the pause lasts longer than the request may wait. */
	isTooLong({ waitsSince, maxWaitMs }: WaitingRequest, now: number): boolean {
		if (this.certainPause === undefined) return false;
		const { since, until = 0 } = this.certainPause;
		const waitedMs = now - Math.max(waitsSince, since);
		return waitedMs + Math.max(0, until - now) > maxWaitMs;
	}

	endTooLongWaits(now: number): void {
		const tooLong = this.queue.all.filter((request) => this.isTooLong(request, now));
		for (const request of tooLong) request.proceed('waitTooLong');
	}

	/** The remaining time of the pause and the service's message, if they are known. */
	statedPause(now: number): { retryAfterMs?: number; message?: string } {
		const { until, message } = this.certainPause ?? {};
		return { retryAfterMs: until && Math.max(0, Math.ceil(until - now)), message };
	}

	/** The current pause. Undefined if there is no pause, or if the outcome of a request in flight may end the pause. */
	private get certainPause(): Pause | undefined {
		const isOpen = this.pause?.suspect !== undefined || this.pause?.probe !== undefined;
		return isOpen ? undefined : this.pause;
	}

	private start(request: WaitingRequest, now: number): void {
		request.attempts++;
		request.startedAt = now;
		request.level = this.concurrency.start(now, this.testMs);
		request.options.execution.started();
		this.sent++;
		if (this.sent > 2 * this.quota) this.quota = Infinity;
		if (this.pause !== undefined) this.pause.probe = request;
		const rampAt = Math.max(this.nextStartAt, now - MAX_CATCH_UP_MS) + this.stepMs;
		this.nextStartAt = this.pause === undefined ? rampAt : now + this.testMs;
		request.proceed('start');
	}

	/** Time from the start of a request after which the request counts as accepted if no refusal has arrived. */
	private get testMs(): number {
		return Math.max(RAMP_MS, 2 * (this.refusalMs ?? 0));
	}

	/** Milliseconds between the starts of two requests. */
	private get stepMs(): number {
		const { sent, quota, testMs } = this;
		if (sent > quota) return testMs;
		if (sent > quota / 2) return (2 * this.lastPauseMs * WINDOW_END_SHARE) / quota;
		const rampMs = quota === Infinity ? 2 * (this.refusalMs ?? RAMP_MS / 2) : testMs;
		return sent < MAX_IN_FLIGHT ? rampMs / Math.min(sent + 3, MAX_RAMP) : 0;
	}

	/** Records an accepted request. A request that started during a pause ends the pause. */
	private accept(startedAt: number, now: number): void {
		this.lastAcceptedStartAt = Math.max(this.lastAcceptedStartAt, startedAt);
		if (this.pause === undefined || startedAt <= this.pause.since) return;
		const { suspect, since } = this.pause;
		this.pause = undefined;
		this.nextStartAt = now;
		if (suspect !== undefined) return void (suspect.isOwnProblem = true);
		this.lastPauseMs = now - since;
		this.windowSince = startedAt;
		this.quota = this.sent - 1 || this.quota;
		this.sent = 1;
	}

	private refuse(request: WaitingRequest, signal: LimitedSignal, now: number): void {
		this.refusalMs = Math.max(now - request.startedAt, (this.refusalMs ?? 0) * REFUSAL_DECAY);
		request.excused++;
		if (request.startedAt < this.windowSince) return;
		this.sent--;
		const { pause } = this;
		if (pause?.probe === request) pause.probe = undefined;
		if (this.mayBeOwnProblem(request, signal)) {
			request.excused--;
			if (request.isOwnProblem) return;
			// The result of another request will show whether a limit caused the refusal.
			this.pause = { since: request.startedAt, suspect: request };
			this.nextStartAt = Math.max(this.nextStartAt, now + this.stepMs);
		} else if (pause === undefined && signal.limit === 'concurrency' && request.level > 1) {
			this.concurrency.refused(request.level);
		} else {
			const isPaused = pause !== undefined && pause.suspect === undefined;
			const current = isPaused ? pause : this.startPause(signal, now);
			noteStatement(current, signal, now);
			this.planProbe(current, now);
		}
	}

	/** A probe without a response from the service says nothing about the limit. Another probe follows. */
	private loseProbe(request: WaitingRequest, now: number): void {
		const { pause } = this;
		if (pause?.probe !== request) return;
		pause.probe = undefined;
		this.sent--;
		if (pause.suspect === undefined) this.planProbe(pause, now);
		else this.nextStartAt = Math.max(this.nextStartAt, now + this.stepMs);
	}

	private mayBeOwnProblem(request: WaitingRequest, { limit }: LimitedSignal): boolean {
		const { level, refusals, waitsSince } = request;
		const isExpected =
			limit === 'rate' ? this.sent >= this.quota / 2 : level > 1 || this.concurrency.isKnown;
		if (isExpected || this.successes < MIN_SUCCESSES) return false;
		request.isOwnProblem ||= refusals > 1 && this.lastAcceptedStartAt > waitsSince;
		const isFirst = this.pause === undefined || this.pause.suspect === request;
		return request.isOwnProblem || isFirst;
	}

	/** Starts a pause after a refusal that a limit caused. */
	private startPause({ limit }: LimitedSignal, now: number): Pause {
		if (this.pause?.suspect !== undefined) this.pause.suspect.excused++;
		if (limit === 'concurrency') this.concurrency.restart(this.successes);
		this.successes = 0;
		return (this.pause = { since: now });
	}

	private planProbe(pause: Pause, now: number): void {
		const statedMs = Math.max(0, (pause.until ?? now) - now);
		const shareMs = Math.max(now - pause.since, this.lastPauseMs) * PROBE_SHARE;
		const boundedMs = Math.min(Math.max(shareMs, MIN_PROBE_GAP_MS), MAX_PROBE_GAP_MS);
		const gapMs = Math.max(statedMs > 0 ? 0 : boundedMs, this.concurrency.backoffMs);
		const spread = 1 - SPREAD * this.runtime.random();
		this.nextStartAt = now + Math.min(statedMs, MAX_PROBE_WAIT_MS) + gapMs * spread;
	}
}
