import { pollDelayMs, type PollTiming } from '../../../nodes/WebData/api/jobs/pollDelay';

const delay = (timing: Partial<PollTiming>): number =>
	pollDelayMs({ elapsedMs: 0, intervalMs: 15_000, remainingMs: 600_000, random: 0, ...timing });

test.each<[string, Partial<PollTiming>, number]>([
	['1 second at first', {}, 1000],
	['a tenth of the elapsed time later', { elapsedMs: 60_000 }, 6000],
	['at most the interval', { elapsedMs: 3_600_000 }, 15_000],
	['the interval from the start if it is below 1 second', { intervalMs: 500 }, 500],
	['a tenth less with the most jitter', { elapsedMs: 60_000, random: 1 }, 5400],
	['2 seconds after one failed poll', { failures: 1 }, 2000],
	['2 seconds after five failed polls', { failures: 5 }, 2000],
	['4 seconds after more failed polls', { failures: 6 }, 4000],
	['at most 5 seconds after failed polls', { failures: 99, elapsedMs: 3_600_000, random: 1 }, 5000],
	['at least what the service asked for', { failures: 1, retryAfterMs: 40_000 }, 40_000],
	['the remaining time at most', { retryAfterMs: 40_000, remainingMs: 500 }, 500],
	['at most the remaining time', { elapsedMs: 60_000, remainingMs: 400 }, 400],
	['a whole millisecond if less remains', { remainingMs: 0.3 }, 1],
	['0 if the time is exceeded', { elapsedMs: 60_000, remainingMs: -50 }, 0],
])('the delay is %s', (_rule, timing, ms) => {
	expect(delay(timing)).toBe(ms);
});

test.each([
	[5_000, 1000],
	[20_000, 2000],
	[60_000, 6000],
	[1_200_000, 15_000],
])('the end of a job of %i ms is detected at most %i ms late', (endMs, lateMs) => {
	let elapsedMs = 0;
	while (elapsedMs < endMs) elapsedMs += delay({ elapsedMs, remainingMs: Infinity });
	expect(elapsedMs - endMs).toBeLessThanOrEqual(lateMs);
});
