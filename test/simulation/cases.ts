import type { Limits } from './limitedService';

/**
 * A batch of items, and two upper bounds: for the ratio of the duration to the ideal duration, and for the share of
 * refused requests.
 */
export interface Case {
	name: string;
	count: number;
	limits: Omit<Limits, 'roundTripMs'>;
	maxRatio: number;
	/** Maximum share of refused requests if a refusal takes 5 ms. */
	maxRefusedShare?: number;
}

const rate = (most: number, windowMs: number): Pick<Limits, 'rate'> => ({
	rate: () => ({ most, windowMs }),
});

const withoutLimits: Case = {
	name: 'no limit, 200 ms per request',
	count: 1000,
	limits: { workMs: 200, retryAfter: 'none' },
	maxRatio: 2,
};

const closedFor = (seconds: number): Case[] =>
	(['rate', 'concurrency'] as const).flatMap((limit) =>
		(['exact', 'none'] as const).map((retryAfter) => ({
			name: `all refused for ${seconds} s (${limit})`,
			count: 200,
			limits: { workMs: 1000, closed: { untilMs: seconds * 1000, limit }, retryAfter },
			maxRatio: 1.15,
		})),
	);

/** Creates a case for each form of Retry-After. */
const limited = (
	name: string,
	count: number,
	limits: Omit<Limits, 'roundTripMs' | 'retryAfter'>,
	[withRetryAfter, without]: [number, number],
	maxRefusedShare?: number,
): Case[] =>
	(['exact', 'seconds', 'none'] as const).map((retryAfter) => ({
		name,
		count,
		limits: { ...limits, retryAfter },
		maxRatio: retryAfter === 'none' ? without : withRetryAfter,
		...(retryAfter === 'none' ? {} : { maxRefusedShare }),
	}));

const rateLimits: Case[] = [
	...limited('60 per 10 s', 200, { workMs: 1000, ...rate(60, 10_000) }, [1.15, 1.25], 0.1),
	...limited('100 per minute', 200, { workMs: 1000, ...rate(100, 60_000) }, [1.15, 1.25], 0.1),
	...limited(
		'10 per minute and 2 at a time',
		30,
		{ workMs: 2000, places: () => 2, ...rate(10, 60_000) },
		[1.15, 1.25],
		5 / 35,
	),
	...limited(
		'60 per 10 s, after 25 s 20, after 60 s 120',
		400,
		{
			workMs: 1000,
			rate: (now) => ({
				most: now < 25_000 ? 60 : now < 60_000 ? 20 : 120,
				windowMs: 10_000,
			}),
		},
		[1.3, 1.3],
	),
];

const concurrencyLimits: Case[] = [
	...limited('10 at a time', 200, { workMs: 1000, places: () => 10 }, [1.1, 1.1], 0.08),
	...limited(
		'10 at a time, of which other clients use 8 for 20 s',
		400,
		{ workMs: 1000, places: (now) => (now < 20_000 ? 2 : 10) },
		[1.2, 1.2],
	),
	...limited(
		'20 at a time, after 15 s 5, after 45 s 50',
		600,
		{ workMs: 1000, places: (now) => (now < 15_000 ? 20 : now < 45_000 ? 5 : 50) },
		[1.3, 1.3],
	),
];

const queueing: Case = {
	name: '20 at a time, and the service queues other requests for 40 s',
	count: 500,
	limits: { workMs: 2000, places: () => 20, queueMs: 40_000, retryAfter: 'none' },
	maxRatio: 1.2,
};

export const simulationCases: readonly Case[] = [
	withoutLimits,
	...[5, 60].flatMap(closedFor),
	...rateLimits,
	...concurrencyLimits,
	queueing,
];
