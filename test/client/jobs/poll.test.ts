import { followJob, type FollowSettings } from '../../../nodes/WebData/client/jobs/follow';
import { pollDelayMs } from '../../../nodes/WebData/client/jobs/poll';
import { agentJob } from '../../../nodes/WebData/resources/agent/job';
import type { Transport, TransportResult } from '../../../nodes/WebData/transport/http';
import { answer, noAnswer, outcomeOf, scriptedClient } from '../../support/scriptedTransport';
import { VirtualTime } from '../../support/virtualTime';
import { completed, jobId, processing } from './playJob';

interface SlowResponse {
	/** Seconds from the request to its response. `Infinity` means that no response arrives. */
	seconds: number;
	result?: TransportResult;
	/** Whether a request without a response was sent. */
	possiblySent?: boolean;
}

async function play(answers: SlowResponse[], follow: Partial<FollowSettings> = {}) {
	const runtime = new VirtualTime();
	const sent: string[] = [];
	const send: Transport['send'] = async ({ method, url, signal }) => {
		const next = answers[Math.min(sent.length, answers.length - 1)] as SlowResponse;
		const { seconds, result, possiblySent = true } = next;
		const name = new URL(url).pathname.endsWith('trace') ? 'trace' : method;
		sent.push(`${runtime.now() / 1000} ${name}`);
		await runtime.sleep(seconds * 1000, signal);
		return signal?.aborted || result === undefined ? noAnswer('aborted', possiblySent) : result;
	};
	const transport: Transport = { send, close: () => Promise.resolve() };
	const settings = { intervalMs: 10_000, maxWaitMs: 3000, cancelOnStop: true } as const;
	let ended: { result: object; atSeconds: number } | undefined;
	const client = scriptedClient({ transport, runtime });
	const all: FollowSettings = { ...settings, onTimeout: 'error', ...follow };
	const following = followJob({ kind: agentJob, jobId, client }, agentJob.poll(jobId), all);
	void outcomeOf(following).then((result) => {
		ended = { result, atSeconds: runtime.now() / 1000 };
	});
	await new Promise(setImmediate);
	await runtime.runUntil(1_000_000);
	return { ...ended, sent };
}

const running: SlowResponse = { seconds: 0, result: processing };
const hanging: SlowResponse = { seconds: Infinity };

it.each([
	['is named in the error', hanging, { lastPoll: 'Response timed out' }],
	['is not named if it was not sent', { ...hanging, possiblySent: false }, {}],
])('a poll without a response ends 5 seconds after Max Wait, and %s', async (_how, poll, named) => {
	const { result, atSeconds, sent } = await play([running, poll]);
	expect(atSeconds).toBe(8);
	expect(sent).toEqual(['0 GET', '1 GET']);
	const facts = { jobId, status: 'processing', ...named };
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOver', facts } });
});

it('a job whose first poll is not sent before Max Wait is not finished', async () => {
	const { result, atSeconds } = await play([{ ...hanging, possiblySent: false }]);
	expect(atSeconds).toBe(8);
	expect(result).toMatchObject({ failure: { errorId: 'maxWaitOver', facts: { jobId } } });
});

it('accepts the response to the last poll up to 5 seconds after Max Wait', async () => {
	const late: SlowResponse = { seconds: 4.9, result: completed };
	const { result, atSeconds, sent } = await play([running, running, running, late]);
	expect(sent.at(-1)).toBe('3 GET');
	expect(atSeconds).toBe(7.9);
	expect(result).toMatchObject({ ok: true, answer: { jobId, status: { data: { total: 3 } } } });
});

it('gives the cancel request additional time after Max Wait', async () => {
	const cancelled: SlowResponse = { seconds: 20, result: answer(200, { success: true }) };
	const steps = [running, hanging, cancelled];
	const { result, atSeconds, sent } = await play(steps, { onTimeout: 'cancel' });
	expect(sent).toEqual(['0 GET', '1 GET', '8 DELETE']);
	expect(atSeconds).toBe(28);
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOverCancelled' } });
});

it('a poll that is never answered is given up after 15 seconds, and the next one ends the job', async () => {
	const lost: SlowResponse = { seconds: 15, result: noAnswer('headTimeout', true) };
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
