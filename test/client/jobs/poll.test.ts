import { followJob, type FollowSettings } from '../../../nodes/WebData/client/jobs/follow';
import { pollDelayMs } from '../../../nodes/WebData/client/jobs/poll';
import { agentJob } from '../../../nodes/WebData/resources/agent/job';
import type { TransportResult } from '../../../nodes/WebData/transport/http';
import {
	answer,
	noAnswer,
	outcomeOf,
	scriptedClient,
	slowTransport,
} from '../../support/scriptedTransport';
import { VirtualTime } from '../../support/virtualTime';
import { completed, followSettings, jobId, processing } from './playJob';

interface SlowResult {
	/** Seconds from the request to its result. */
	seconds: number;
	result: TransportResult;
}

async function play(results: SlowResult[], settings: Partial<FollowSettings> = {}) {
	const runtime = new VirtualTime();
	const sent: string[] = [];
	const transport = slowTransport(runtime, ({ method }) => {
		const { seconds, result } = results[Math.min(sent.length, results.length - 1)] as SlowResult;
		sent.push(`${runtime.now() / 1000} ${method}`);
		return { ms: seconds * 1000, result };
	});
	const job = { kind: agentJob, jobId, client: scriptedClient({ transport, runtime }) };
	const follow = followSettings({ maxWaitMs: 3000, ...settings });
	const ended = outcomeOf(followJob(job, agentJob.poll(jobId), follow));
	const atSeconds = (await runtime.runUntilSettled(ended)) / 1000;
	return { result: await ended, atSeconds, sent };
}

const running: SlowResult = { seconds: 0, result: processing };
const hanging: SlowResult = { seconds: Infinity, result: noAnswer('aborted', true) };
const unsent: SlowResult = { seconds: Infinity, result: noAnswer('aborted', false) };

it.each([
	['and is named', [running, hanging], { status: 'processing', lastPoll: 'Response timed out' }],
	['and is not named if it was not sent', [running, unsent], { status: 'processing' }],
	['also if it is the first one', [unsent], {}],
])('a poll without a response ends 5 seconds after Max Wait, %s', async (_how, polls, named) => {
	const { result, atSeconds, sent } = await play(polls);
	expect(atSeconds).toBe(8);
	expect(sent).toEqual(['0 GET', '1 GET'].slice(0, polls.length));
	const facts = { jobId, ...named };
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOver', facts } });
});

it('accepts the response to the last poll up to 5 seconds after Max Wait', async () => {
	const late: SlowResult = { seconds: 4.9, result: completed };
	const { result, atSeconds, sent } = await play([running, running, running, late]);
	expect(sent.at(-1)).toBe('3 GET');
	expect(atSeconds).toBe(7.9);
	expect(result).toMatchObject({ ok: true, answer: { jobId, status: { data: { total: 3 } } } });
});

it('gives the cancel request additional time after Max Wait', async () => {
	const cancelled: SlowResult = { seconds: 20, result: answer(200, { success: true }) };
	const steps = [running, hanging, cancelled];
	const { result, atSeconds, sent } = await play(steps, { onTimeout: 'cancel' });
	expect(sent).toEqual(['0 GET', '1 GET', '8 DELETE']);
	expect(atSeconds).toBe(28);
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOverCancelled' } });
});

it('a poll that is never answered is given up after 15 seconds, and the next one ends the job', async () => {
	const lost: SlowResult = { seconds: 15, result: noAnswer('headTimeout', true) };
	const steps = [running, lost, { seconds: 0, result: completed }];
	const { result, atSeconds } = await play(steps, { maxWaitMs: 60_000 });
	expect(result).toMatchObject({ ok: true });
	expect(atSeconds).toBe(18);
});

it('a status that is too complex ends the polling at once', async () => {
	const values = JSON.stringify({ status: 'completed', data: new Array(1_000_001).fill(0) });
	const { result, sent } = await play([{ seconds: 0, result: answer(200, values) }]);
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'tooComplex', facts: { jobId } } });
	expect(sent).toHaveLength(1);
});

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
])('the delay between two polls is %s', (_rule, timing, ms) => {
	const first = { elapsedMs: 0, intervalMs: 15_000, remainingMs: 600_000, random: 0 };
	expect(pollDelayMs({ ...first, ...timing })).toBe(ms);
});
