// The faults: what each does to the service or the way to it, and what the specification and the design say of it.

import type { ErrorRowId } from '../spec/errorRows';
import * as faults from '../localService/faults';
import type { Stage } from './setup';

export interface Fault {
	name: string;
	/** `details.reason` of the error where the fault is what the item ends with. */
	reason: string;
	/** Specification: Retry rules 2; design: transport failures. Whether another try makes sense. */
	retryable: boolean;
	/** Whether a client can know that the request was not begun: then even a start may be sent again. */
	notBegun: boolean;
	/** Whether the service did the work all the same. */
	worked?: 'always' | 'catalogOnly';
	/** The answer is a success that cannot be read: it is asked for again only where that is not paid for. */
	isPaid?: true;
	/** How many tries it spoils: 1 unless told. `Infinity`: the service is never reached. */
	spoils?: number;
	/** Milliseconds for which it spoils every request. */
	lastsMs?: number;
	/** Tries that never reach the service. */
	unseen?: number;
	/** Milliseconds that the second try must not come before. */
	pauseMs?: number;
	/** The execution is stopped in the middle. */
	stops?: true;
	/** Max Tries of the run; the default unless told. */
	maxTries?: number;
	arrange(stage: Stage): void | Promise<void>;
}

const HOUR_MS = 3_600_000;
const STORM_MS = 60_000;
/** Longer than any time that the node gives an answer to begin: a scrape without a timeout has 330 s. */
const BEYOND_HEAD_MS = 335_000;
/** Longer than a body may stand still, shorter than any time for a head. */
const BEYOND_STALL_MS = 65_000;

const order =
	(answer: faults.FaultAnswer, times = 1) =>
	({ service, when }: Stage): void =>
		service.addFaults(faults.fault(answer, { when, times }));

const row = (id: ErrorRowId, headers: Record<string, string> = {}, times = 1) =>
	order({ kind: 'errorRow', id, headers }, times);

/** Refuses every request during the first 60 s; at each the header, if any, says how long it still lasts. */
const storm =
	(tellsTheTime: boolean) =>
	(stage: Stage): void => {
		let elapsedMs = 0;
		const refuseNext = (): void => {
			const seconds = Math.ceil((STORM_MS - elapsedMs) / 1000);
			row('rateLimitExceeded', tellsTheTime ? { 'retry-after': String(seconds) } : {})(stage);
		};
		let refused = 0;
		refuseNext();
		stage.onWait((ms) => {
			elapsedMs += ms;
			const isUsed = stage.requests() > refused;
			if (elapsedMs >= STORM_MS || !isUsed) return;
			refused = stage.requests();
			refuseNext();
		});
	};

const clockJump =
	(ms: number) =>
	(stage: Stage): void => {
		row('serviceUnavailable')(stage);
		stage.atWait(1, () => stage.jumpClock(ms));
	};

const status = (id: ErrorRowId, reason: string, notBegun: boolean): Fault => ({
	name: '',
	reason,
	retryable: true,
	notBegun,
	pauseMs: 2000,
	arrange: row(id),
});

export const faultKinds: readonly Fault[] = [
	{ ...status('requestTimeout', 'requestTimeout', false), name: '408' },
	{ ...status('rateLimitExceeded', 'rateLimit', true), name: '429 without Retry-After' },
	{
		...status('rateLimitExceeded', 'rateLimit', true),
		name: '429 with Retry-After: 7',
		pauseMs: 7000,
		arrange: row('rateLimitExceeded', { 'retry-after': '7' }),
	},
	{ ...status('internalServerError', 'internalServerError', false), name: '500' },
	{ ...status('badGateway', 'badGateway', false), name: '502' },
	{ ...status('serviceUnavailable', 'serviceUnavailable', true), name: '503' },
	{ ...status('gatewayTimeout', 'gatewayTimeout', false), name: '504' },
	{
		...status('serviceUnavailable', 'serviceUnavailable', true),
		name: '503 at five tries',
		spoils: 5,
		arrange: row('serviceUnavailable', {}, 5),
	},
	{
		name: 'reset before the work',
		reason: 'closed',
		retryable: true,
		notBegun: false,
		arrange: order({ kind: 'resetBefore' }),
	},
	{
		name: 'reset after the work',
		reason: 'closed',
		retryable: true,
		notBegun: false,
		worked: 'always',
		arrange: order({ kind: 'resetAfter' }),
	},
	{
		name: 'body cut off',
		reason: 'truncated',
		retryable: true,
		notBegun: false,
		worked: 'always',
		arrange: order({ kind: 'cutBody', afterBytes: 10 }),
	},
	{
		name: 'malformed JSON at 200',
		reason: 'cutOffJson',
		retryable: true,
		isPaid: true,
		notBegun: false,
		arrange: ({ service, when }) => service.addFaults(faults.cutOffJson({ when })),
	},
	{
		name: 'head stalls',
		reason: 'headTimeout',
		retryable: true,
		notBegun: false,
		worked: 'catalogOnly',
		arrange: (stage) => {
			order({ kind: 'stallHead' })(stage);
			stage.onceAsked(() => stage.letTimePass(BEYOND_HEAD_MS));
		},
	},
	{
		name: 'body stalls',
		reason: 'bodyTimeout',
		retryable: true,
		notBegun: false,
		worked: 'always',
		arrange: (stage) => {
			order({ kind: 'stallBody', afterBytes: 10 })(stage);
			stage.onceAnswered(() => stage.letTimePass(BEYOND_STALL_MS));
		},
	},
	{
		name: 'stopped while the head stalls',
		reason: 'canceled',
		retryable: false,
		notBegun: false,
		worked: 'catalogOnly',
		stops: true,
		arrange: (stage) => {
			order({ kind: 'stallHead' })(stage);
			stage.onceAsked(() => stage.stop());
		},
	},
	{
		name: 'stopped while the body stalls',
		reason: 'canceled',
		retryable: false,
		notBegun: false,
		worked: 'always',
		stops: true,
		arrange: (stage) => {
			order({ kind: 'stallBody', afterBytes: 10 })(stage);
			stage.onceAnswered(() => stage.stop());
		},
	},
	{
		name: 'no DNS entry',
		reason: 'dns',
		retryable: true,
		notBegun: true,
		spoils: Infinity,
		unseen: Infinity,
		arrange: (stage) => stage.useAddress('http://service.invalid'),
	},
	{
		name: 'self-signed certificate',
		reason: 'tls',
		retryable: false,
		notBegun: true,
		spoils: Infinity,
		unseen: Infinity,
		arrange: (stage) => stage.useAddress(stage.tlsUrl),
	},
	{
		name: 'service restarts: breaks, refuses, is back',
		reason: 'closed',
		retryable: true,
		notBegun: false,
		worked: 'catalogOnly',
		spoils: 2,
		unseen: 1,
		arrange: (stage) => {
			order({ kind: 'stallHead' })(stage);
			stage.onceAsked(() => stage.door.shut());
			stage.atWait(2, () => stage.door.open());
		},
	},
	{
		name: '429 for 60 s, with Retry-After',
		reason: 'rateLimit',
		retryable: true,
		notBegun: true,
		pauseMs: STORM_MS,
		lastsMs: STORM_MS,
		arrange: storm(true),
	},
	{
		name: '429 for 60 s, without, five tries',
		reason: 'rateLimit',
		retryable: true,
		notBegun: true,
		spoils: 5,
		pauseMs: 2000,
		lastsMs: STORM_MS,
		arrange: storm(false),
	},
	{
		name: '429 for 60 s, without, Max Tries 10',
		reason: 'rateLimit',
		retryable: true,
		notBegun: true,
		// 2 + 4 + 8 + 16 + 30 seconds
		spoils: 5,
		maxTries: 10,
		pauseMs: 2000,
		lastsMs: STORM_MS,
		arrange: storm(false),
	},
	{
		...status('serviceUnavailable', 'serviceUnavailable', true),
		name: '503, clock jumps an hour ahead',
		pauseMs: undefined,
		arrange: clockJump(HOUR_MS),
	},
	{
		...status('serviceUnavailable', 'serviceUnavailable', true),
		name: '503, clock jumps an hour back',
		pauseMs: undefined,
		arrange: clockJump(-HOUR_MS),
	},
];
