// A run that is followed, against a script of answers: which looks end it, and what its end comes to.

import {
	followRun,
	runToEnd,
	type FollowSettings,
} from '../../../nodes/WebData/api/jobs/followJob';
import type { ReplayRecord } from '../../../nodes/WebData/api/http/replayStore';
import type { ApiRequest } from '../../../nodes/WebData/api/http/request';
import {
	answer,
	noAnswer,
	scriptedSession,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';
import { VirtualTime } from '../../support/virtualTime';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
const processing = answer(200, { success: true, status: 'processing' });
const completed = answer(200, { success: true, status: 'completed', data: { total: 3 } });
const busy = answer(503, { success: false, error: 'Service Unavailable' });
const gone = answer(404, { success: false, error: 'Agent job not found' });
const finished = answer(409, { success: false, error: 'Agent already finished' });

interface Script {
	follow?: Partial<FollowSettings>;
	/** Stops the execution in the pause of this number. */
	stopInPause?: number;
	/** The operation Run, and what it remembers of an earlier try. */
	run?: true;
	memory?: ReplayRecord;
}

const start: ApiRequest = {
	endpoint: 'agent',
	method: 'POST',
	path: ['agent'],
	body: { prompt: 'Summarize' },
	idempotency: 'unsafe',
	serviceTimeoutMs: 60_000,
};

/** Follows a run that another node has started, or the one that `memory` names or `run` begins; `kept` is what was remembered in its place. */
async function play(steps: Step[], { follow, stopInPause, run, memory = {} }: Script = {}) {
	const stop = new AbortController();
	const transport = scriptedTransport(...steps);
	const runtime = new VirtualTime({ skipSleeps: true });
	runtime.duringSleep(() => {
		if (runtime.sleeps.length === stopInPause) stop.abort();
	});
	const kept: ReplayRecord[] = [];
	const replayStore = {
		get: () => memory,
		set: (memory: ReplayRecord) => void kept.push(memory),
	};
	const session = scriptedSession({ transport, runtime, replayStore, signal: stop.signal });
	const settings: FollowSettings = {
		intervalMs: 10_000,
		maxWaitMs: 600_000,
		cancelOnStop: true,
		whenOver: 'error',
		...follow,
	};
	const result = run
		? await runToEnd(start, session, settings)
		: await followRun(jobId, session, settings);
	const sent = transport.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
	return { result, sent, kept, pauses: runtime.sleeps, endedMs: runtime.now() };
}

describe('a look that fails', () => {
	const statuses = [408, 429, 500, 501, 502, 503, 504, 507, 520, 521, 522, 523, 524, 525, 526, 599];
	const failures: [string, Step][] = [
		...statuses.map((status): [string, Step] => [
			String(status),
			answer(status, { success: false, error: 'No' }),
		]),
		['520 with a page of its own', answer(520, '<html>Unknown error</html>')],
		['200 with the page of a proxy', answer(200, '<!doctype html><html></html>')],
		['200 with some text', answer(200, 'upstream is busy')],
		['200 with a list', answer(200, [])],
		['200 with null', answer(200, 'null')],
		['200 with nothing', answer(200, '')],
		['a redirect', answer(302, '')],
		['an answer that cannot be unpacked', noAnswer('decodeFailed', true)],
		['200 with half of it', answer(200, '{"success":true,"stat')],
		['no answer', noAnswer('closed', true)],
	];

	it.each(failures)('says nothing about the run: %s', async (_name, failure) => {
		const { result, pauses } = await play([processing, failure, failure, completed]);
		expect(result).toMatchObject({ ok: true, answer: { id: jobId, status: 'completed' } });
		expect(pauses).toEqual([1000, 2000, 4000]);
	});

	const clearNoes: [string, string, Step][] = [
		['402', 'paymentRequired', answer(402, { success: false, error: 'Payment Required' })],
		['a certificate', 'tls', noAnswer('tls', false)],
	];

	it.each(clearNoes)('ends the following where it is a clear no: %s', async (_name, row, no) => {
		const { result, kept } = await play([processing, no]);
		expect(result).toMatchObject({ ok: false, failure: { errorId: row, facts: { jobId } } });
		expect(kept).toEqual([]);
	});

	const noes: [string, string, Step][] = [
		['401', 'unauthorized', answer(401, { success: false, error: 'Unauthorized' })],
		['403', 'forbidden', answer(403, { success: false, error: 'Forbidden' })],
		['404', 'agentJobNotFound', gone],
	];

	it.each(noes)('ends it where nothing was seen of the run: %s', async (_name, row, no) => {
		const { result, kept } = await play([busy, no]);
		expect(result).toMatchObject({ ok: false, failure: { errorId: row, facts: { jobId } } });
		expect(kept).toEqual([]);
	});

	it.each(noes)('and says no may pass where the run was seen: %s', async (_name, _row, no) => {
		const { result, pauses } = await play([processing, no, no, processing, no, no, completed]);
		expect(result).toMatchObject({ ok: true, answer: { id: jobId, status: 'completed' } });
		expect(pauses).toEqual([1000, 2000, 4000, 1000, 2000, 4000]);
	});

	it.each(noes)('and says no three times in a row ends it: %s', async (_name, row, no) => {
		const { result, kept } = await play([processing, no, busy, no, no]);
		expect(result).toMatchObject({ ok: false, failure: { errorId: row, facts: { jobId } } });
		expect(kept).toEqual([]);
	});

	it('each time is what a run ends with of which nothing was ever heard', async () => {
		const steps = Array.from({ length: 4 }, () => answer(520, { error: 'Web server is down' }));
		const { result, endedMs, kept } = await play(steps, { follow: { maxWaitMs: 10_000 } });
		expect(endedMs).toBe(10_000);
		expect(result).toMatchObject({
			ok: false,
			failure: { errorId: 'otherServerError', facts: { jobId, lastPoll: 'Web server is down' } },
		});
		expect(kept).toEqual([]);
	});
});

describe('a run that an earlier try has started', () => {
	const memory = { runId: jobId };
	const attach = { run: true, memory } as const;

	it('and that the service does not know is forgotten, and the failure says so', async () => {
		const { result, kept, sent } = await play([gone, gone, gone], attach);
		expect(sent).toEqual([
			`GET /v2/agent/${jobId}`,
			`GET /v2/agent/${jobId}`,
			`GET /v2/agent/${jobId}`,
		]);
		expect(result).toMatchObject({
			ok: false,
			failure: { errorId: 'runGone', httpCode: 404, retry: 'sometimes', facts: { jobId } },
		});
		expect(kept).toEqual([{}]);
	});

	it('is found again where it was only not known for a moment', async () => {
		const { result, kept } = await play([gone, gone, completed], attach);
		expect(result).toMatchObject({ ok: true, answer: { id: jobId, status: 'completed' } });
		expect(kept).toEqual([]);
	});

	it.each([
		['this key may not see', answer(401, { success: false, error: 'Unauthorized' })],
		["is not found in words that are not the service's", answer(404, '<html>Not Found</html>')],
	])('and that %s is kept', async (_what, no) => {
		const { result, kept } = await play([no, no, no], attach);
		expect(result).toMatchObject({ ok: false, failure: { facts: { jobId } } });
		expect(kept).toEqual([]);
	});

	it('in this try, and that the service does not know, is kept', async () => {
		const started = answer(200, { success: true, id: jobId });
		const { result, kept } = await play([started, gone], { run: true });
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'agentJobNotFound' } });
		expect(kept).toEqual([{ unsettled: true }, { runId: jobId }]);
	});

	it('without a clear answer is not started again', async () => {
		const { result, sent } = await play([], { run: true, memory: { unsettled: true } });
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'startUnsettled' } });
		expect(sent).toEqual([]);
	});
});

describe('a run that is cancelled when Max Wait is over, and has ended just before', () => {
	const follow = { maxWaitMs: 1000, whenOver: 'cancel' } as const;
	const tooLate = [processing, processing, finished];
	const look = `GET /v2/agent/${jobId}`;

	it('gives the result that was paid for, however often it has to be asked for', async () => {
		const { result, kept } = await play([...tooLate, busy, busy, completed], { follow });
		expect(result).toMatchObject({ ok: true, answer: { id: jobId, data: { total: 3 } } });
		expect(kept).toEqual([]);
	});

	it('is remembered where its result cannot be fetched, and nobody says that it was cancelled', async () => {
		const steps = [...tooLate, busy, busy, busy, busy, busy];
		const { result, kept, sent } = await play(steps, { follow });
		expect(sent.slice(3)).toEqual([look, look, look, look, look]);
		expect(result).toMatchObject({
			ok: false,
			failure: {
				errorId: 'resultNotFetched',
				retry: 'backoff',
				facts: { jobId, lastPoll: 'Service Unavailable' },
			},
		});
		expect(kept).toEqual([]);
	});

	it('is remembered where its status does not say so yet', async () => {
		const { result, kept } = await play([...tooLate, processing], { follow });
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'resultNotFetched' } });
		expect(kept).toEqual([]);
	});

	it('is forgotten where it failed: it is not billed, and another try may start another', async () => {
		const failed = answer(200, { success: true, status: 'failed', error: 'The agent declined' });
		const trace = answer(200, {
			success: true,
			events: [{ type: 'run.finished', outcome: 'refused' }],
		});
		const { result, kept } = await play([...tooLate, failed, trace], { follow });
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'refused', facts: { jobId } } });
		expect(kept).toEqual([{}]);
	});
});

describe('a cancel when Max Wait is over', () => {
	const follow = { maxWaitMs: 1000, whenOver: 'cancel' } as const;
	const cancelling = answer(200, { success: true });

	it('forgets the run', async () => {
		const { result, kept } = await play([processing, processing, cancelling], { follow });
		expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOverCancelled' } });
		expect(kept).toEqual([{}]);
	});

	it('is made up for where the execution is stopped between its tries', async () => {
		const steps = [processing, processing, busy, cancelling];
		const { result, sent } = await play(steps, { follow, stopInPause: 2 });
		expect(sent.slice(2)).toEqual([`DELETE /v2/agent/${jobId}`, `DELETE /v2/agent/${jobId}`]);
		expect(result).toMatchObject({
			ok: false,
			stopReason: 'aborted',
			failure: { facts: { jobId } },
		});
	});
});
