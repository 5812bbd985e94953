import * as faults from '../localService/faults';
import type { ErrorRowId } from '../spec/errorRows';
import type { FaultRun } from './faultServers';

export interface FaultKind {
	name: string;
	/** `details.reason` of the error if the fault makes the item fail. */
	reason: string;
	/** Whether another attempt is useless. */
	isPermanent?: true;
	/** Whether the client can know that the service did not execute the request. */
	notExecuted?: true;
	/** Set if the service executes the request despite the fault. */
	executedAnyway?: 'always' | 'catalogOnly';
	/** Whether the service sends a successful response that the node cannot read. */
	isUnreadableSuccess?: true;
	/** Number of attempts that fail; 1 by default. `Infinity` means that every attempt fails. */
	failingAttempts?: number;
	/** How long the fault lasts if it ends at a time, and not after an attempt. */
	lastsMs?: number;
	/** Number of attempts that do not reach the service. */
	unreachedAttempts?: number;
	/** Least time before the second attempt. */
	pauseMs?: number;
	stops?: true;
	/** How long the response stalls. */
	stallMs?: number;
	/** Whether the fault is tried with every operation, and not only with one of each kind. */
	isCommon?: true;
	apply(run: FaultRun): void;
}

const HOUR_MS = 3_600_000;
const REFUSAL_MS = 60_000;
/** A delay that is longer than every header timeout. */
const BEYOND_HEAD_MS = 335_000;
/** A delay that is longer than the body timeout, but shorter than every header timeout. */
const BEYOND_STALL_MS = 65_000;

const refuse =
	(answer: faults.FaultAnswer, times = 1) =>
	({ service, when }: FaultRun): void =>
		service.addFaults(faults.fault(answer, { when, times }));

const row = (id: ErrorRowId, headers: Record<string, string> = {}, times = 1) =>
	refuse({ kind: 'errorRow', id, headers }, times);

const stallHead = refuse({ kind: 'stallHead' });
const stallBody = refuse({ kind: 'stallBody', afterBytes: 10 });

const refuseForAMinute =
	(withRetryAfter: boolean) =>
	(run: FaultRun): void => {
		let elapsedMs = 0;
		let refused = 0;
		const refuseNext = (): void => {
			const seconds = Math.ceil((REFUSAL_MS - elapsedMs) / 1000);
			row('rateLimit', withRetryAfter ? { 'retry-after': String(seconds) } : {})(run);
		};
		refuseNext();
		run.onWait((ms) => {
			elapsedMs += ms;
			const isUsed = run.requests() > refused;
			if (elapsedMs >= REFUSAL_MS || !isUsed) return;
			refused = run.requests();
			refuseNext();
		});
	};

const clockJump =
	(ms: number) =>
	(run: FaultRun): void => {
		row('serviceUnavailable')(run);
		run.atWait(1, () => run.jumpClock(ms));
	};

const unavailable = { reason: 'serviceUnavailable', notExecuted: true } as const;
const limited = { reason: 'rateLimit', notExecuted: true, pauseMs: 2000 } as const;
export const faultKinds: readonly FaultKind[] = [
	{ ...limited, name: 'status 429 without Retry-After', apply: row('rateLimit') },
	{
		...limited,
		name: 'status 429 with Retry-After: 7',
		pauseMs: 7000,
		isCommon: true,
		apply: row('rateLimit', { 'retry-after': '7' }),
	},
	{
		name: 'status 500',
		reason: 'internalServerError',
		pauseMs: 2000,
		isCommon: true,
		apply: row('internalServerError'),
	},
	{
		...unavailable,
		name: 'status 503 in five attempts',
		failingAttempts: 5,
		pauseMs: 2000,
		apply: row('serviceUnavailable', {}, 5),
	},
	{
		name: 'connection reset before the service executes the request',
		reason: 'closed',
		apply: refuse({ kind: 'resetBefore' }),
	},
	{
		name: 'connection reset after the service executes the request',
		reason: 'closed',
		executedAnyway: 'always',
		isCommon: true,
		apply: refuse({ kind: 'resetAfter' }),
	},
	{
		name: 'connection closed in the middle of the response body',
		reason: 'truncated',
		isUnreadableSuccess: true,
		executedAnyway: 'always',
		isCommon: true,
		apply: refuse({ kind: 'cutBody', afterBytes: 10 }),
	},
	{
		name: 'malformed JSON with status 200',
		reason: 'cutOffJson',
		isUnreadableSuccess: true,
		apply: ({ service, when }) => service.addFaults(faults.cutOffJson({ when })),
	},
	{
		name: 'response headers that never arrive',
		reason: 'headTimeout',
		executedAnyway: 'catalogOnly',
		stallMs: BEYOND_HEAD_MS,
		apply: (run) => {
			stallHead(run);
			run.onRequest(() => run.passTime(BEYOND_HEAD_MS));
		},
	},
	{
		name: 'response body that stalls',
		reason: 'bodyTimeout',
		isUnreadableSuccess: true,
		executedAnyway: 'always',
		stallMs: BEYOND_STALL_MS,
		apply: (run) => {
			stallBody(run);
			run.onResponse(() => run.passTime(BEYOND_STALL_MS));
		},
	},
	{
		name: 'execution stopped before the response headers arrive',
		reason: 'canceled',
		isPermanent: true,
		executedAnyway: 'catalogOnly',
		stops: true,
		isCommon: true,
		apply: (run) => {
			stallHead(run);
			run.onRequest(() => run.stopping.abort());
		},
	},
	{
		name: 'execution stopped before the response body is complete',
		reason: 'canceled',
		isPermanent: true,
		executedAnyway: 'always',
		stops: true,
		apply: (run) => {
			stallBody(run);
			run.onResponse(() => run.stopping.abort());
		},
	},
	{
		name: 'service restart: connections are closed, then refused, then accepted',
		reason: 'closed',
		executedAnyway: 'catalogOnly',
		failingAttempts: 2,
		unreachedAttempts: 1,
		apply: (run) => {
			stallHead(run);
			run.onRequest(() => run.relay.shut());
			run.atWait(2, () => run.relay.open());
		},
	},
	{
		...limited,
		name: 'status 429 for 60 seconds, with Retry-After',
		pauseMs: REFUSAL_MS,
		lastsMs: REFUSAL_MS,
		apply: refuseForAMinute(true),
	},
	{
		...limited,
		name: 'status 429 for 60 seconds, without Retry-After',
		failingAttempts: 5,
		lastsMs: REFUSAL_MS,
		apply: refuseForAMinute(false),
	},
	{
		...unavailable,
		name: 'status 503, then the clock jumps an hour ahead',
		apply: clockJump(HOUR_MS),
	},
	{
		...unavailable,
		name: 'status 503, then the clock jumps an hour back',
		apply: clockJump(-HOUR_MS),
	},
];
