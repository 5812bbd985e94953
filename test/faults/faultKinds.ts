import type { ErrorRowId } from '../spec/errorRows';
import * as faults from '../localService/faults';
import type { FaultSetup } from './setup';

export interface FaultKind {
	name: string;
	/** `details.reason` of the error if the fault makes the item fail. */
	reason: string;
	/** Whether another attempt is useful. */
	retryable: boolean;
	/** Whether the client can know that the service did not execute the request. */
	certainlyNotExecuted: boolean;
	/** Set if the service executes the request despite the fault. */
	executedAnyway?: 'always' | 'catalogOnly';
	/** Whether the service sends a successful response that the node cannot read. */
	isUnreadableSuccess?: true;
	/** Number of attempts that fail; 1 by default. `Infinity` means that every attempt fails. */
	failingAttempts?: number;
	lastsMs?: number;
	unreachedAttempts?: number;
	pauseMs?: number;
	stops?: true;
	maxTries?: number;
	stallMs?: number;
	apply(setup: FaultSetup): void | Promise<void>;
}

const HOUR_MS = 3_600_000;
const REFUSAL_MS = 60_000;
/** A delay that is longer than every header timeout. */
const BEYOND_HEAD_MS = 335_000;
/** A delay that is longer than the body timeout, but shorter than every header timeout. */
const BEYOND_STALL_MS = 65_000;

const refuse =
	(answer: faults.FaultAnswer, times = 1) =>
	({ service, when }: FaultSetup): void =>
		service.addFaults(faults.fault(answer, { when, times }));

const row = (id: ErrorRowId, headers: Record<string, string> = {}, times = 1) =>
	refuse({ kind: 'errorRow', id, headers }, times);

const refuseForAMinute =
	(withRetryAfter: boolean) =>
	(setup: FaultSetup): void => {
		let elapsedMs = 0;
		const refuseNext = (): void => {
			const seconds = Math.ceil((REFUSAL_MS - elapsedMs) / 1000);
			row('rateLimitExceeded', withRetryAfter ? { 'retry-after': String(seconds) } : {})(setup);
		};
		let refused = 0;
		refuseNext();
		setup.onWait((ms) => {
			elapsedMs += ms;
			const isUsed = setup.requests() > refused;
			if (elapsedMs >= REFUSAL_MS || !isUsed) return;
			refused = setup.requests();
			refuseNext();
		});
	};

const clockJump =
	(ms: number) =>
	(setup: FaultSetup): void => {
		row('serviceUnavailable')(setup);
		setup.atWait(1, () => setup.jumpClock(ms));
	};

const status = (id: ErrorRowId, reason: string, notBegun: boolean): FaultKind => ({
	name: '',
	reason,
	retryable: true,
	certainlyNotExecuted: notBegun,
	pauseMs: 2000,
	apply: row(id),
});

export const faultKinds: readonly FaultKind[] = [
	{ ...status('requestTimeout', 'requestTimeout', false), name: 'status 408' },
	{ ...status('rateLimitExceeded', 'rateLimit', true), name: 'status 429 without Retry-After' },
	{
		...status('rateLimitExceeded', 'rateLimit', true),
		name: 'status 429 with Retry-After: 7',
		pauseMs: 7000,
		apply: row('rateLimitExceeded', { 'retry-after': '7' }),
	},
	{ ...status('internalServerError', 'internalServerError', false), name: 'status 500' },
	{ ...status('badGateway', 'badGateway', false), name: 'status 502' },
	{ ...status('serviceUnavailable', 'serviceUnavailable', true), name: 'status 503' },
	{ ...status('gatewayTimeout', 'gatewayTimeout', false), name: 'status 504' },
	{
		...status('serviceUnavailable', 'serviceUnavailable', true),
		name: 'status 503 in five attempts',
		failingAttempts: 5,
		apply: row('serviceUnavailable', {}, 5),
	},
	{
		name: 'connection reset before the service executes the request',
		reason: 'closed',
		retryable: true,
		certainlyNotExecuted: false,
		apply: refuse({ kind: 'resetBefore' }),
	},
	{
		name: 'connection reset after the service executes the request',
		reason: 'closed',
		retryable: true,
		certainlyNotExecuted: false,
		executedAnyway: 'always',
		apply: refuse({ kind: 'resetAfter' }),
	},
	{
		name: 'connection closed in the middle of the response body',
		reason: 'truncated',
		retryable: true,
		isUnreadableSuccess: true,
		certainlyNotExecuted: false,
		executedAnyway: 'always',
		apply: refuse({ kind: 'cutBody', afterBytes: 10 }),
	},
	{
		name: 'malformed JSON with status 200',
		reason: 'cutOffJson',
		retryable: true,
		isUnreadableSuccess: true,
		certainlyNotExecuted: false,
		apply: ({ service, when }) => service.addFaults(faults.cutOffJson({ when })),
	},
	{
		name: 'response headers that never arrive',
		reason: 'headTimeout',
		retryable: true,
		certainlyNotExecuted: false,
		executedAnyway: 'catalogOnly',
		stallMs: BEYOND_HEAD_MS,
		apply: (setup) => {
			refuse({ kind: 'stallHead' })(setup);
			setup.onRequest(() => setup.passTime(BEYOND_HEAD_MS));
		},
	},
	{
		name: 'response body that stalls',
		reason: 'bodyTimeout',
		retryable: true,
		isUnreadableSuccess: true,
		certainlyNotExecuted: false,
		executedAnyway: 'always',
		stallMs: BEYOND_STALL_MS,
		apply: (setup) => {
			refuse({ kind: 'stallBody', afterBytes: 10 })(setup);
			setup.onResponse(() => setup.passTime(BEYOND_STALL_MS));
		},
	},
	{
		name: 'execution stopped before the response headers arrive',
		reason: 'canceled',
		retryable: false,
		certainlyNotExecuted: false,
		executedAnyway: 'catalogOnly',
		stops: true,
		apply: (setup) => {
			refuse({ kind: 'stallHead' })(setup);
			setup.onRequest(() => setup.stop());
		},
	},
	{
		name: 'execution stopped before the response body is complete',
		reason: 'canceled',
		retryable: false,
		certainlyNotExecuted: false,
		executedAnyway: 'always',
		stops: true,
		apply: (setup) => {
			refuse({ kind: 'stallBody', afterBytes: 10 })(setup);
			setup.onResponse(() => setup.stop());
		},
	},
	{
		name: 'host name without a DNS entry',
		reason: 'dns',
		retryable: true,
		certainlyNotExecuted: true,
		failingAttempts: Infinity,
		unreachedAttempts: Infinity,
		apply: (setup) => setup.useBaseUrl('http://service.invalid'),
	},
	{
		name: 'self-signed certificate',
		reason: 'tls',
		retryable: false,
		certainlyNotExecuted: true,
		failingAttempts: Infinity,
		unreachedAttempts: Infinity,
		apply: (setup) => setup.useBaseUrl(setup.tlsUrl),
	},
	{
		name: 'service restart: connections are closed, then refused, then accepted',
		reason: 'closed',
		retryable: true,
		certainlyNotExecuted: false,
		executedAnyway: 'catalogOnly',
		failingAttempts: 2,
		unreachedAttempts: 1,
		apply: (setup) => {
			refuse({ kind: 'stallHead' })(setup);
			setup.onRequest(() => setup.relay.shut());
			setup.atWait(2, () => setup.relay.open());
		},
	},
	{
		name: 'status 429 for 60 seconds, with Retry-After',
		reason: 'rateLimit',
		retryable: true,
		certainlyNotExecuted: true,
		pauseMs: REFUSAL_MS,
		lastsMs: REFUSAL_MS,
		apply: refuseForAMinute(true),
	},
	{
		name: 'status 429 for 60 seconds, without Retry-After',
		reason: 'rateLimit',
		retryable: true,
		certainlyNotExecuted: true,
		failingAttempts: 5,
		pauseMs: 2000,
		lastsMs: REFUSAL_MS,
		apply: refuseForAMinute(false),
	},
	{
		name: 'status 429 for 60 seconds, without Retry-After, Max Tries 10',
		reason: 'rateLimit',
		retryable: true,
		certainlyNotExecuted: true,
		// The first five back-off delays are 2, 4, 8, 16, and 30 seconds. Their sum is 60 seconds.
		failingAttempts: 5,
		maxTries: 10,
		pauseMs: 2000,
		lastsMs: REFUSAL_MS,
		apply: refuseForAMinute(false),
	},
	{
		...status('serviceUnavailable', 'serviceUnavailable', true),
		name: 'status 503, then the clock jumps an hour ahead',
		pauseMs: undefined,
		apply: clockJump(HOUR_MS),
	},
	{
		...status('serviceUnavailable', 'serviceUnavailable', true),
		name: 'status 503, then the clock jumps an hour back',
		pauseMs: undefined,
		apply: clockJump(-HOUR_MS),
	},
];
