// When a run is asked about again: quick at first, then in step with the time that it has taken.

import { meaningOf, pollDelayMs, type PollMoment } from '../../../nodes/WebData/api/jobs/pollDelay';

const delay = (moment: Partial<PollMoment>): number =>
	pollDelayMs({ elapsedMs: 0, intervalMs: 15_000, leftMs: 600_000, random: 0, ...moment });

test.each<[string, Partial<PollMoment>, number]>([
	['one second at first', {}, 1000],
	['one second as long as a tenth is less', { elapsedMs: 9999 }, 1000],
	['then a tenth of the time that the run has taken', { elapsedMs: 60_000 }, 6000],
	['at most the interval', { elapsedMs: 3_600_000 }, 15_000],
	['the interval at once, where it is the shorter one', { intervalMs: 500 }, 500],
	['less a tenth by chance at most', { elapsedMs: 60_000, random: 1 }, 5400],
	['and less a part of that', { elapsedMs: 60_000, random: 0.5 }, 5700],
	['two seconds after one failed poll', { failures: 1 }, 2000],
	['up to a second more by chance', { failures: 1, random: 1 }, 3000],
	['two seconds, even where the interval is shorter', { failures: 1, intervalMs: 1000 }, 2000],
	['eight seconds after three', { failures: 3 }, 8000],
	['at most the interval after many', { failures: 9 }, 15_000],
	['at least what the service asked for', { failures: 1, askedMs: 40_000 }, 40_000],
	['no longer than what is left, whatever was asked', { askedMs: 40_000, leftMs: 500 }, 500],
	['no longer than what is left', { elapsedMs: 60_000, leftMs: 400 }, 400],
	['a whole millisecond, where less than that is left', { leftMs: 0.3 }, 1],
	['nothing, where nothing is left', { elapsedMs: 60_000, leftMs: 0 }, 0],
	['nothing, where more than that is over', { elapsedMs: 60_000, leftMs: -50 }, 0],
])('the pause is %s', (_rule, moment, ms) => {
	expect(delay(moment)).toBe(ms);
});

test.each([
	[5_000, 1000],
	[20_000, 2000],
	[60_000, 6000],
	[1_200_000, 15_000],
])('the end of a run of %i ms is noticed at most %i ms late', (endMs, lateMs) => {
	let elapsedMs = 0;
	while (elapsedMs < endMs) elapsedMs += delay({ elapsedMs, leftMs: Infinity });
	expect(elapsedMs - endMs).toBeLessThanOrEqual(lateMs);
});

test('a run of ten minutes is asked about often enough, and not more than needed', () => {
	const times: number[] = [];
	for (let elapsedMs = 0; elapsedMs < 600_000; elapsedMs += delay({ elapsedMs }))
		times.push(elapsedMs);
	expect(times.slice(0, 5)).toEqual([0, 1000, 2000, 3000, 4000]);
	expect(times.length).toBeLessThan(80);
});

test.each([
	['processing', 'running'],
	['pending', 'running'],
	['completed', 'completed'],
	['failed', 'failed'],
	['cancelled', 'unknown'],
	['Processing', 'unknown'],
	['', 'unknown'],
	['constructor', 'unknown'],
	[undefined, 'unknown'],
	[null, 'unknown'],
	[5, 'unknown'],
])('the status %j means %s', (status, meaning) => {
	expect(meaningOf(status)).toBe(meaning);
});
