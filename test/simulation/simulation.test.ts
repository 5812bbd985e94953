// The shorter cases of `npm run simulate`, in virtual time.
import { simulationCases } from './cases';
import { idealTime } from './idealTime';
import { runBatch } from './clients';
import { runProcesses } from './processes';

const ROUND_TRIP_MS = 5;

const cases = simulationCases.filter(({ limits }) => limits.retryAfter !== 'exact');

it.each(cases)(
	'$count items, $name, Retry-After: $limits.retryAfter: little longer than the ideal, few refusals',
	async (simulated) => {
		const { count, maxRatio, maxRefusedShare = 1 } = simulated;
		const limits = { ...simulated.limits, roundTripMs: ROUND_TRIP_MS };
		const { tookMs, refused, timedOut, failed } = await runBatch(count, limits);
		expect(tookMs / idealTime(count, limits)).toBeLessThanOrEqual(maxRatio);
		expect(refused / (refused + count)).toBeLessThanOrEqual(maxRefusedShare);
		expect({ failed, timedOut }).toEqual({ failed: 0, timedOut: 0 });
	},
);

it.each([
	[1, 'concurrency', 10, 0.01, 0.9],
	[2, 'concurrency', 10, 0.02, 0.9],
	[50, 'concurrency', 10, 0.2, 0.9],
	[10, 'rate', 500, 0.1, 0.95],
] as const)(
	'%i processes with a %s limit of %i use the limit, with few refused and no failed requests',
	async (processes, kind, most, maxRefused, minUse) => {
		const limit = { kind, most };
		const duration = { warmUpMinutes: 3, minutes: 5 };
		const figures = await runProcesses({ processes, limit, retryAfter: 'seconds', ...duration });
		expect(figures.refused).toBeLessThanOrEqual(maxRefused);
		expect(figures.use).toBeGreaterThanOrEqual(minUse);
		expect(figures.failed).toBe(0);
	},
);
