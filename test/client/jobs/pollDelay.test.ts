import { pollDelayMs } from '../../../nodes/WebData/client/jobs/poll';

const delay = (timing: Partial<Parameters<typeof pollDelayMs>[0]>): number =>
	pollDelayMs({ elapsedMs: 0, intervalMs: 15_000, remainingMs: 600_000, random: 0, ...timing });

test.each<[string, Partial<Parameters<typeof pollDelayMs>[0]>, number]>([
	['1 second at first', {}, 1000],
	['a tenth of the elapsed time later', { elapsedMs: 60_000 }, 6000],
	['at most the interval', { elapsedMs: 3_600_000 }, 15_000],
	['the interval from the start if it is below 1 second', { intervalMs: 500 }, 500],
	['a tenth less with the most jitter', { elapsedMs: 60_000, random: 1 }, 5400],
	['2 seconds after five failed polls', { failures: 5 }, 2000],
	['4 seconds after more failed polls', { failures: 6 }, 4000],
	['at most 5 seconds after failed polls', { failures: 99, elapsedMs: 3_600_000, random: 1 }, 5000],
	['at least what the service asked for', { failures: 1, retryAfterMs: 40_000 }, 40_000],
	['the remaining time at most', { retryAfterMs: 40_000, remainingMs: 500 }, 500],
	['0 if the time is exceeded', { elapsedMs: 60_000, remainingMs: -50 }, 0],
])('the delay is %s', (_rule, timing, ms) => {
	expect(delay(timing)).toBe(ms);
});
