// Short simulations: what many workers without knowledge of each other may expect, within bounds.

import { simulate, simulateBatch, type Scenario } from './simulate';

const scenario = (rest: Partial<Scenario>): Scenario => ({
	workers: 1,
	limit: { kind: 'concurrency', most: 10 },
	retryAfter: true,
	maxConcurrency: 50,
	warmUpMinutes: 3,
	minutes: 5,
	seed: 7,
	...rest,
});

it.each([
	[1, 'concurrency', 10, 0.01, 0.88],
	[5, 'concurrency', 50, 0.03, 0.8],
	[1, 'rate', 100, 0.03, 0.85],
	[10, 'rate', 500, 0.05, 0.85],
	[50, 'rate', 500, 0.15, 0.8],
] as const)(
	'%i workers, %s limit of %i: few are refused, the limit is used, nothing fails',
	async (workers, kind, most, refusedShare, use) => {
		const figures = await simulate(scenario({ workers, limit: { kind, most } }));
		expect(figures.refusedShare).toBeLessThanOrEqual(refusedShare);
		expect(figures.use).toBeGreaterThanOrEqual(use);
		expect(figures.failed).toBe(0);
	},
);

it.each([
	['with', true, 25_000],
	['without', false, 22_500],
])(
	'200 items, 10 at a time, %s Retry-After: none fails, few are refused, it takes hardly longer',
	async (_name, retryAfter, longestMs) => {
		const { limit, maxConcurrency, seed } = scenario({});
		const batch = await simulateBatch(200, { limit, maxConcurrency, seed, retryAfter });
		expect(batch.failed).toBe(0);
		expect(batch.refused).toBeLessThanOrEqual(13);
		expect(batch.tookMs).toBeLessThanOrEqual(longestMs);
	},
);

// At one request a second, which is where the pace falls to, this would take 70 and 95 seconds.
it.each([
	[100, 22_000],
	[3000, 37_000],
])(
	'others have all the places for the first %i ms: the pace is found again',
	async (takenUntilMs, longestMs) => {
		const limits = { limit: { kind: 'concurrency', most: 10 }, retryAfter: false } as const;
		const service = { ...limits, workMs: 400, takenUntilMs };
		const batch = await simulateBatch(100, { ...service, maxConcurrency: 10, seed: 7 });
		expect(batch.failed).toBe(0);
		expect(batch.tookMs).toBeLessThanOrEqual(longestMs);
	},
);

it('comes to the same figures each time', async () => {
	const once = scenario({ workers: 3, warmUpMinutes: 1, minutes: 1 });
	expect(await simulate(once)).toEqual(await simulate(once));
});
