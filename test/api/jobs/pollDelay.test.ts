import { pollDelayMs, type PollTiming } from '../../../nodes/WebData/api/jobs/pollDelay';

const delay = (timing: Partial<PollTiming>): number =>
	pollDelayMs({ elapsedMs: 0, intervalMs: 15_000, remainingMs: 600_000, random: 0, ...timing });

test.each<[string, Partial<PollTiming>, number]>([
	['1 second at first', {}, 1000],
	['1 second while a tenth of the elapsed time is less', { elapsedMs: 9999 }, 1000],
	['a tenth of the elapsed time later', { elapsedMs: 60_000 }, 6000],
	['at most the interval', { elapsedMs: 3_600_000 }, 15_000],
	['the interval from the start if it is below 1 second', { intervalMs: 500 }, 500],
	['a tenth less with the most jitter', { elapsedMs: 60_000, random: 1 }, 5400],
	['a twentieth less with half of the jitter', { elapsedMs: 60_000, random: 0.5 }, 5700],
	['2 seconds after one failed poll', { failures: 1 }, 2000],
	['up to 1 second of jitter more after a failed poll', { failures: 1, random: 1 }, 3000],
	[
		'2 seconds after a failed poll if the interval is shorter',
		{ failures: 1, intervalMs: 1000 },
		2000,
	],
	['2 seconds after five failed polls', { failures: 5 }, 2000],
	['4 seconds after more failed polls', { failures: 6 }, 4000],
	['at most 5 seconds after failed polls', { failures: 99, elapsedMs: 3_600_000, random: 1 }, 5000],
	['at least what the service asked for', { failures: 1, retryAfterMs: 40_000 }, 40_000],
	[
		'the remaining time if the service asked for more',
		{ retryAfterMs: 40_000, remainingMs: 500 },
		500,
	],
	['at most the remaining time', { elapsedMs: 60_000, remainingMs: 400 }, 400],
	['a whole millisecond if less remains', { remainingMs: 0.3 }, 1],
	['0 if no time remains', { elapsedMs: 60_000, remainingMs: 0 }, 0],
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

test('a job of ten minutes is polled fewer than 80 times', () => {
	const times: number[] = [];
	for (let elapsedMs = 0; elapsedMs < 600_000; elapsedMs += delay({ elapsedMs }))
		times.push(elapsedMs);
	expect(times.slice(0, 5)).toEqual([0, 1000, 2000, 3000, 4000]);
	expect(times.length).toBeLessThan(80);
});
