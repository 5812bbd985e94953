import { simulationCases } from './cases';
import { idealTime } from './idealTime';
import { runBatch } from './clients';
import { runProcesses } from './processes';
import { troubles } from './trouble';

const ROUND_TRIP_MS = 5;

describe.each(simulationCases)(
	'$count items, $name, Retry-After: $limits.retryAfter',
	(simulated) => {
		it('takes little longer than the ideal, with few refused and no failed items', async () => {
			const { count, maxRatio, maxRefusedShare = 1 } = simulated;
			const limits = { ...simulated.limits, roundTripMs: ROUND_TRIP_MS };
			const { tookMs, refused, timedOut, failed } = await runBatch(count, limits, simulated);
			expect(tookMs / idealTime(count, limits)).toBeLessThanOrEqual(maxRatio);
			expect(refused / (refused + count)).toBeLessThanOrEqual(maxRefusedShare);
			expect({ failed, timedOut }).toEqual({ failed: 0, timedOut: 0 });
		});
	},
);

it('requests that fail independently of the limits do not slow down other requests', async () => {
	for (const { name, ratio, maxRatio, failed, expectedToFail } of await troubles(ROUND_TRIP_MS)) {
		expect({ name, isWithinTarget: ratio <= maxRatio, failed }).toEqual({
			name,
			isWithinTarget: true,
			failed: expectedToFail,
		});
	}
});

it.each([
	[1, 'concurrency', 10, 0.01, 0.9],
	[2, 'concurrency', 10, 0.02, 0.9],
	[20, 'concurrency', 10, 0.12, 0.9],
	[50, 'concurrency', 10, 0.2, 0.9],
	[5, 'concurrency', 50, 0.05, 0.9],
	[2, 'rate', 100, 0.05, 0.95],
	[10, 'rate', 500, 0.1, 0.95],
] as const)(
	'%i processes with a %s limit of %i use the limit, with few refused and no failed requests',
	async (processes, kind, most, maxRefused, minUse) => {
		const figures = await runProcesses({
			processes,
			limit: { kind, most },
			retryAfter: 'seconds',
			warmUpMinutes: 3,
			minutes: 5,
		});
		expect(figures.refused).toBeLessThanOrEqual(maxRefused);
		expect(figures.use).toBeGreaterThanOrEqual(minUse);
		expect(figures.failed).toBe(0);
	},
);
