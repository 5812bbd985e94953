// Simulated failures that have nothing to do with limits.
import { answer } from '../support/scriptedTransport';
import { runBatch, type SpecialAnswer } from './clients';

export interface Trouble {
	name: string;
	ratio: number;
	maxRatio: number;
	failed: number;
	expectedToFail: number;
}

const MAX_JITTER_MS = 1000;
const unavailable = answer(503, { success: false, error: 'Service Unavailable' });
const refused = answer(
	429,
	{ success: false, error: 'Rate limit exceeded' },
	{ 'retry-after': '2' },
);

/** Maximum total back-off after two failures, including jitter. */
const BACKOFF_MS = 2000 + 4000 + 2 * MAX_JITTER_MS;
const RETRY_AFTER_MS = 2000;
const MAX_TRIES = 5;

async function unavailableTwice(roundTripMs: number): Promise<Trouble> {
	const workMs = 50;
	const special: SpecialAnswer = (item, attempt) =>
		item % 5 === 0 && attempt <= 2 ? unavailable : undefined;
	const limits = { workMs, roundTripMs, retryAfter: 'none' } as const;
	const { tookMs, failed } = await runBatch(200, limits, { special });
	return {
		name: '200 items of 50 ms, 20 % return 503 twice',
		ratio: tookMs / (BACKOFF_MS + workMs + 3 * roundTripMs),
		maxRatio: 1.25,
		failed,
		expectedToFail: 0,
	};
}

async function oneRefused(roundTripMs: number, item: number): Promise<Trouble[]> {
	const limits = { workMs: 1000, roundTripMs, retryAfter: 'none' } as const;
	const special: SpecialAnswer = (each) => (each === item ? refused : undefined);
	const without = await runBatch(50, limits);
	const { endedAt, tookMs, failed } = await runBatch(50, limits, { special });
	const othersMs = Math.max(...endedAt.filter((_, index) => index !== item));
	const ownMs = (MAX_TRIES - 1) * RETRY_AFTER_MS + MAX_TRIES * roundTripMs;
	const name = `50 items of 1 s, item ${item} is always refused`;
	const shared = { failed, expectedToFail: 1 };
	return [
		{
			...shared,
			name: `${name}: the others, compared with a run without it`,
			ratio: othersMs / without.tookMs,
			maxRatio: 1.2,
		},
		{
			...shared,
			name: `${name}: all, compared with its own schedule`,
			ratio: tookMs / ownMs,
			maxRatio: 1.25,
		},
	];
}

export const troubles = async (roundTripMs: number): Promise<Trouble[]> => [
	await unavailableTwice(roundTripMs),
	...(await oneRefused(roundTripMs, 0)),
	...(await oneRefused(roundTripMs, 25)),
	...(await oneRefused(roundTripMs, 49)),
];
