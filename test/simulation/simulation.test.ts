import { simulationCases } from './cases';
import { idealTime } from './idealTime';
import { runBatch } from './clients';

describe.each(simulationCases)(
	'$count items, $name, Retry-After: $limits.retryAfter',
	(simulated) => {
		it('takes little longer than the ideal, few are refused and none fails', async () => {
			const { count, maxRatio, maxRefusedShare = 1 } = simulated;
			const limits = { ...simulated.limits, roundTripMs: 5 };
			const { tookMs, refused, timedOut, failed } = await runBatch(count, limits);
			expect(tookMs / idealTime(count, limits)).toBeLessThanOrEqual(maxRatio);
			expect(refused / (refused + count)).toBeLessThanOrEqual(maxRefusedShare);
			expect({ failed, timedOut }).toEqual({ failed: 0, timedOut: 0 });
		});
	},
);
