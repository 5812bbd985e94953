import { RAMP_MS, nextStep, type ConcurrencyLimit } from './concurrencyLimit';
import { Pause } from './pause';
import type { ScheduledRequest } from './request';
import type { LimitedSignal, RateLimitSignal } from './types';

/** A request that is not refused within the time that refusals take, and this much longer, was accepted. */
const ACCEPTED_FACTOR = 1.25;
const ACCEPTED_EXTRA_MS = 10;
/** The time that refusals take is the longest of the last ones: an older one counts this share of it. */
const REFUSAL_DECAY = 0.9;
/** The second half of what a window allowed is spread over this share of it, so that few are refused at its end. */
const WINDOW_END_SHARE = 0.04;
/** If a smaller share of requests is accepted, a refusal is not taken for a problem of its request. */
const HEALTHY_SHARE = 0.75;
const SMOOTHING = 0.05;

/** The first refusal of a request. The next request shows whether it is a limit or the request's own problem. */
interface Doubt {
	request: ScheduledRequest;
	/** When the next request counts as accepted; `Infinity` before it is sent. */
	acceptedAt: number;
}

/** The limits of one class of endpoints: when its next request may start. */
export class EndpointLimit {
	readonly pause: Pause;
	private doubt?: Doubt;
	/** When the probe in flight counts as accepted. */
	private probeAcceptedAt?: number;
	/** Number of pauses until now. Requests that started before a pause say nothing about its end. */
	private period = 0;
	private sent = 0;
	private refused = 0;
	/** Requests accepted in the last period that ended with a rate limit. */
	private quota = Infinity;
	private nextStartAt = -Infinity;
	private lastStartAt = -Infinity;
	/** When the latest accepted request started. */
	private lastAcceptedStartAt = -Infinity;
	private lastLimitedAt = -Infinity;
	private refusalMs = 0;
	/** The share of items accepted at their first attempt, weighted toward the last ones. */
	private acceptedShare = 1;

	constructor(
		private readonly concurrency: ConcurrencyLimit,
		random: () => number,
	) {
		this.pause = new Pause(random);
	}

	/** Whether the next request tests a limit. A request that was not refused before makes the better test. */
	get isTesting(): boolean {
		return this.pause.isActive || this.doubt !== undefined;
	}

	/** Whether a probe is in flight that may end the pause at any moment. */
	get isProbing(): boolean {
		return this.pause.isActive && this.probeAcceptedAt !== undefined;
	}

	/** Milliseconds until the next request may start; `Infinity` if another one has to end first. */
	delayMs(now: number): number {
		const acceptedAt = this.probeAcceptedAt ?? this.doubt?.acceptedAt ?? Infinity;
		if (now >= acceptedAt) this.testAccepted(now);
		else if (acceptedAt < Infinity) return acceptedAt - now;
		const startAt = this.pause.isActive ? this.pause.probeAt : this.nextStartAt;
		return Math.max(0, startAt - now, this.concurrency.delayMs(now));
	}

	start(request: ScheduledRequest, now: number): void {
		const level = this.concurrency.start(now, this.testMs);
		request.start = { at: now, level, period: this.period, ordinal: ++this.sent };
		this.lastStartAt = now;
		this.nextStartAt = nextStep(this.nextStartAt, now, this.stepMs);
		if (this.pause.isActive) this.probeAcceptedAt = now + this.testMs;
		if (this.doubt?.request === request) this.doubt = undefined;
		if (this.doubt?.acceptedAt === Infinity) this.doubt.acceptedAt = now + this.acceptedAfterMs;
	}

	/** A request has ended. `refusals` of it grows if its refusal may be its own problem. */
	end(request: ScheduledRequest, signal: RateLimitSignal, now: number): void {
		this.concurrency.end();
		if (signal.kind === 'ok') this.accept(request, signal.queuedMs ?? 0, now);
		if (signal.kind !== 'limited') return;
		this.refusalMs = Math.max(now - request.start.at, this.refusalMs * REFUSAL_DECAY);
		if (request.start.period < this.period) this.refuseLate(request, signal, now);
		else this.refuse(request, signal, now);
	}

	private get acceptedAfterMs(): number {
		return this.refusalMs * ACCEPTED_FACTOR + ACCEPTED_EXTRA_MS;
	}

	/** Milliseconds between two tests of a limit. */
	private get testMs(): number {
		return Math.max(RAMP_MS, this.acceptedAfterMs);
	}

	/** Milliseconds until the next start: a ramp at first, slow near the end of a window, and a second ramp beyond it. */
	private get stepMs(): number {
		if (this.period === 0 && this.sent < 2) return 0;
		if (this.sent > this.quota) return this.testMs / (this.sent - this.quota);
		if (this.sent <= this.quota / 2) return RAMP_MS / this.sent;
		return (this.pause.lastMs * WINDOW_END_SHARE) / (this.quota / 2);
	}

	private accept(request: ScheduledRequest, queuedMs: number, now: number): void {
		const { at, level, period, ordinal } = request.start;
		this.concurrency.accepted(now, level, now - at, queuedMs);
		this.lastAcceptedStartAt = Math.max(this.lastAcceptedStartAt, at);
		if (request.attempts === 1) this.acceptedShare += (1 - this.acceptedShare) * SMOOTHING;
		const isTest = ordinal > (this.doubt?.request.start.ordinal ?? 0);
		if (period === this.period && isTest) this.testAccepted(now);
	}

	private testAccepted(now: number): void {
		if (this.pause.isActive) {
			this.pause.end(now);
			this.lastAcceptedStartAt = this.lastStartAt;
		}
		if (this.doubt !== undefined) this.doubt.request.isOwnProblem = true;
		this.probeAcceptedAt = undefined;
		this.doubt = undefined;
	}

	private refuse(request: ScheduledRequest, signal: LimitedSignal, now: number): void {
		const { at, ordinal, period } = request.start;
		this.refused++;
		const isHealthy = this.acceptedShare >= HEALTHY_SHARE;
		const isExpected = this.expects(request, signal);
		const othersPassed = request.attempts > 1 && this.lastAcceptedStartAt > request.waitsSince;
		if (isHealthy && othersPassed && !isExpected) request.isOwnProblem = true;
		if (isHealthy && request.isOwnProblem) return request.countRefusal();
		if (request.attempts === 1) this.acceptedShare -= this.acceptedShare * SMOOTHING;
		if (this.pause.isActive || (period > 0 && ordinal === 1)) return this.pauseAgain(signal, now);
		if (isHealthy && !isExpected && this.doubt === undefined) {
			request.countRefusal();
			const isTested = this.lastStartAt > at;
			const acceptedAt = isTested ? this.lastStartAt + this.acceptedAfterMs : Infinity;
			this.doubt = { request, acceptedAt };
			return;
		}
		this.adapt(signal, request, now);
	}

	/** A refusal of a request that had started before the pause. */
	private refuseLate({ start }: ScheduledRequest, signal: LimitedSignal, now: number): void {
		if (start.period === this.period - 1) this.quota--;
		if (this.pause.isActive) this.pause.extend(now, signal);
	}

	/** Whether a limit that was found before explains the refusal. */
	private expects({ start }: ScheduledRequest, { limit }: LimitedSignal): boolean {
		if (limit === 'rate') return start.ordinal > this.quota / 2;
		return this.concurrency.isBeyond(start.level) || start.at < this.lastLimitedAt;
	}

	private adapt(signal: LimitedSignal, { start }: ScheduledRequest, now: number): void {
		const doubted = this.doubt?.request;
		doubted?.uncountRefusal();
		const level = Math.min(start.level, doubted?.start.level ?? Infinity);
		this.doubt = undefined;
		this.lastLimitedAt = now;
		if (signal.limit === 'concurrency' && level > 1) return this.concurrency.refused(level);
		if (signal.limit === 'concurrency') this.concurrency.reset();
		else if (this.sent > this.refused) this.quota = this.sent - this.refused;
		this.pause.begin(now, signal);
		this.beginPeriod();
	}

	private pauseAgain(signal: LimitedSignal, now: number): void {
		this.pause.again(now, signal);
		this.beginPeriod();
	}

	private beginPeriod(): void {
		this.period++;
		this.sent = 0;
		this.refused = 0;
		this.doubt = undefined;
		this.probeAcceptedAt = undefined;
		this.concurrency.restartRounds();
	}
}
