import { agentJob } from '../../../nodes/WebData/resources/agent/job';
import { call } from '../../../nodes/WebData/client/call';
import type { JobKind } from '../../../nodes/WebData/client/jobs/job';
import { answer, limiterWith, noAnswer, type Step } from '../../support/scriptedTransport';
import {
	completed,
	expectEnding,
	jobId,
	notFound,
	playJob,
	processing,
	started,
	unavailable,
	type JobCase,
} from './playJob';
import { adviceLike } from '../../cases/rows';
import { VirtualTime } from '../../support/virtualTime';

const poll = `GET /v2/agent/${jobId}`;
const cancel = `DELETE /v2/agent/${jobId}`;
const done = { jobId, status: { status: 'completed' } };
const facts = { jobId };
const fails = (errorId: string, rest: object = {}) => ({ failure: { errorId, facts, ...rest } });

const no = (status: number) => answer(status, { success: false, error: 'No' });
const canceled = answer(200, { success: true });
const running = [processing, processing];
const six = (step: Step) => Array.from({ length: 6 }, () => step);

const notFoundErrors: [string, string, Step][] = [
	['401', 'unauthorized', no(401)],
	['403', 'forbidden', no(403)],
	['404', 'agentJobNotFound', notFound],
];

describe('a failed poll', () => {
	it.each<[string, Step]>([
		...[302, 408, 500, 504, 599].map((status): [string, Step] => [`status ${status}`, no(status)]),
		['status 200 with the page of a proxy', answer(200, '<!doctype html><html></html>')],
		['status 200 with truncated JSON', answer(200, '{"success":true,"stat')],
		['a closed connection', noAnswer('closed', true)],
		['a response that cannot be decompressed', noAnswer('decodeFailed', true)],
	])('does not end the polling: %s', async (name, failure) => {
		const steps = [processing, failure, failure, completed];
		await expectEnding(name, steps, { answer: done, sleeps: [1000, 2000, 2000] });
	});

	const down = answer(520, { error: 'Web server is down' });
	const lastPoll = fails('otherServerError', { facts: { jobId, lastPoll: 'Web server is down' } });
	const waitLonger = { remedy: adviceLike(/^To wait longer/) };
	const limited = answer(429, { success: false, error: 'No' }, { 'retry-after': '60' });
	const paused = limiterWith(() => Promise.resolve({ kind: 'waitTooLong', retryAfterMs: 60_000 }));
	const tenSeconds = { settings: { maxWaitMs: 10_000 } };

	it.each<JobCase>([
		['does not end it with 429', [processing, no(429), no(429), completed], { answer: done }],
		[
			'is not repeated before the time that the service requests',
			[processing, limited],
			{ ...fails('maxWaitOver', waitLonger), sent: [poll, poll], endedMs: 10_000 },
			tenSeconds,
		],
		[
			'with a longer wait does not delay the cancel request',
			[processing, limited, canceled],
			{ ...fails('maxWaitOverCancelled'), sent: [poll, poll, cancel], endedMs: 10_000 },
			{ settings: { maxWaitMs: 10_000, onTimeout: 'cancel' } },
		],
		[
			'that is not sent because of a pause is the result if no poll succeeds',
			[],
			{ ...fails('rateLimitPaused'), endedMs: 10_000 },
			{ ...tenSeconds, client: { limiter: paused } },
		],
		['ends it with 400', [processing, no(400)], { ...fails('badRequest'), stored: [] }],
		['ends it without TLS', [processing, noAnswer('tls', false)], { ...fails('tls'), stored: [] }],
		['is the result if no poll succeeds', six(down), { ...lastPoll, endedMs: 10_000 }, tenSeconds],
	])('%s', expectEnding);

	it.each(notFoundErrors)(
		'%s ends the polling only if it is final',
		async (name, errorId, step) => {
			const gone = { ...fails(errorId), stored: [] };
			const steps = [processing, step, step, processing, step, step, completed];
			await expectEnding(name, [unavailable, step], gone);
			await expectEnding(name, [processing, step, unavailable, step, step], gone);
			await expectEnding(name, steps, { answer: done });
		},
	);

	it.each(notFoundErrors)(
		'%s ends the polling of a new job after 3 polls, unless the service may not find it yet',
		async (name, errorId, step) => {
			const start = { startWith: {} };
			const sleeps = [2000, 2000];
			await expectEnding(name, [started, step, step, completed], { answer: done, sleeps }, start);
			const ofStart = { jobId, response: { success: true } };
			const stored = [{ unsettled: true, sentAt: 0 } as const, ofStart];
			const ending = name === '404' ? { answer: done } : { ...fails(errorId), sleeps, stored };
			await expectEnding(name, [started, step, step, step, completed], ending, start);
		},
	);
});

describe('a status that the kind of job does not list', () => {
	const paused = answer(200, { success: true, status: 'paused' });

	it.each<JobCase>([
		['does not end the polling', [processing, paused, paused, completed], { answer: done }],
		['may be missing', [answer(200, { success: true }), completed], { answer: done }],
		[
			'is named after Max Wait',
			[processing, paused],
			fails('maxWaitOverUnknownStatus', { facts: { jobId, status: 'paused' } }),
			{ settings: { maxWaitMs: 1000 } },
		],
	])('%s', expectEnding);
});

describe('a job that an earlier attempt started', () => {
	const attached = { startWith: { jobId } };
	const other404 = answer(404, '<html>Not Found</html>');
	const gone = { ...fails('jobGone', { httpCode: 404, retry: 'sometimes' }), stored: [{}] };
	const kept = { failure: { facts }, stored: [] };

	it.each<JobCase>([
		['is not started again', [processing, completed], { sent: [poll, poll], stored: [] }, attached],
		['is forgotten if it no longer exists', [notFound, notFound, notFound], gone, attached],
		['is kept if it is not visible', [no(401), no(401), no(401)], kept, attached],
		['is kept after another 404', [other404, other404, other404], kept, attached],
	])('%s', expectEnding);
});

it.each([
	['processing', [jobId]],
	['completed', []],
	['failed', []],
])('a job with the status %s is running: %j', async (status, ids) => {
	const jobs = new Map([[jobId, { name: 'agent run' }]]);
	const step = answer(200, { success: true, status });
	await playJob([step, step], { client: { running: jobs }, settings: { maxWaitMs: 1000 } });
	expect([...jobs.keys()]).toEqual(ids);
});

const second = { maxWaitMs: 1000 };
const canceling = { settings: { ...second, onTimeout: 'cancel' } } as const;

describe('after Max Wait', () => {
	const lastCancel = fails('maxWaitOver', { facts: { jobId, lastCancel: 'No' } });
	const stopped = {
		...fails('aborted'),
		stopReason: 'aborted',
		sent: [poll, poll, cancel, cancel],
	};
	const forgotten = { ...fails('maxWaitOverCancelled', {}), stored: [{}] };

	it.each<JobCase>([
		[
			'the last error is returned if the service never reported a status',
			[unavailable, unavailable],
			{ answer: { status: {}, lastError: 'Service temporarily unavailable' }, stored: [] },
			{ settings: { ...second, onTimeout: 'unfinished' } },
		],
		['a canceled job is forgotten', [...running, canceled], forgotten, canceling],
		[
			'a job whose cancel fails is kept',
			[...running, no(403)],
			{ ...lastCancel, stored: [] },
			canceling,
		],
		[
			'the job is canceled again if the execution is stopped between two attempts',
			[...running, unavailable, canceled],
			stopped,
			{ ...canceling, stopInSleep: 2 },
		],
	])('%s', expectEnding);

	const tooLate = [...running, answer(409, { success: false, error: 'Agent already finished' })];
	const failed = answer(200, { success: true, status: 'failed', error: 'The agent declined' });
	const refused = answer(200, {
		success: true,
		events: [{ type: 'run.finished', outcome: 'refused' }],
	});
	const lost = { ...fails('resultNotFetched'), stored: [] };
	const five = six(unavailable).slice(1);

	it.each<JobCase>([
		[
			'returns the result',
			[...tooLate, unavailable, completed],
			{ answer: done, stored: [] },
			canceling,
		],
		['keeps the job if its result cannot be fetched', [...tooLate, ...five], lost, canceling],
		[
			'deletes the record of a failed job, because it is not charged',
			[...tooLate, failed, refused],
			{ ...fails('refused'), stored: [{}] },
			canceling,
		],
	])('a cancel request that arrives after the end of the job %s', expectEnding);
});

describe('a job whose result is fetched separately', () => {
	const ended = answer(200, { success: true, status: 'completed' });
	const fetch = `${poll}?result=true`;
	const kind: JobKind = {
		...agentJob,
		fetchResult: (id, _response, client) =>
			call({ ...agentJob.poll(id), query: { result: 'true' } }, client),
	};
	const lastError = 'Agent job not found';
	const kept = fails('resultNotFetched', { facts: { jobId, status: 'completed', lastError } });
	const aborted = { stopReason: 'aborted', failure: { facts }, sent: [poll, fetch] };

	it.each<JobCase>([
		['is kept if that fails', [ended, notFound], { ...kept, stored: [] }, { kind }],
		['is not canceled by a stop', [ended, unavailable], aborted, { kind, stopInSleep: 1 }],
	])('%s', expectEnding);
});

it.each([3_600_000, -3_600_000])(
	'a clock that is set by %i ms during a poll does not end the job',
	async (byMs) => {
		const runtime = new VirtualTime({ skipSleeps: true });
		const jump = () => {
			runtime.setClock(byMs);
			return processing;
		};
		const ending = { answer: done, sent: [poll, poll] };
		await expectEnding('', [jump, completed], ending, { client: { runtime } });
	},
);
