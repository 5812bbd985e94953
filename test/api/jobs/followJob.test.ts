import { agentJob } from '../../../nodes/WebData/api/agent/job';
import { followJob } from '../../../nodes/WebData/api/jobs/followJob';
import { readStatus } from '../../../nodes/WebData/api/jobs/pollOnce';
import type { Transport } from '../../../nodes/WebData/transport/http';
import type { VirtualTime } from '../../support/virtualTime';
import {
	answer,
	noAnswer,
	scriptedSession,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';
import {
	completed,
	expectEnding,
	jobId,
	notFound,
	playSession,
	processing,
	started,
	unavailable,
	type JobCase,
} from './playJob';

const poll = `GET /v2/agent/${jobId}`;
const done = { jobId, status: 'completed' };
const facts = { jobId };
const unauthorized = answer(401, { success: false, error: 'Unauthorized' });
const notFoundErrors: [string, string, Step][] = [
	['401', 'unauthorized', unauthorized],
	['403', 'forbidden', answer(403, { success: false, error: 'Forbidden' })],
	['404', 'agentJobNotFound', notFound],
];

it.each([3_600_000, -3_600_000])(
	'a clock that is set by %i ms during a poll does not end the job',
	async (byMs) => {
		const settings = { intervalMs: 10_000, maxWaitMs: 600_000, cancelOnStop: true };
		const { result, sent } = await playSession([processing, completed], (session) => {
			const { runtime, transport } = session;
			const send: Transport['send'] = (request) => {
				(runtime as VirtualTime).setClock(byMs);
				return transport.send(request);
			};
			const jumping = { ...session, transport: { ...transport, send } };
			return followJob(agentJob, jobId, jumping, { ...settings, onTimeout: 'cancel' });
		});
		expect(sent).toEqual([poll, poll]);
		expect(result).toMatchObject({ ok: true, answer: done });
	},
);

describe('a failed poll', () => {
	const statuses = [408, 500, 502, 503, 504, 507, 520, 526, 599];
	const inconclusive: [string, Step][] = [
		...statuses.map((status): [string, Step] => [
			`status ${status}`,
			answer(status, { success: false, error: 'No' }),
		]),
		['status 520 with HTML', answer(520, '<html>Unknown error</html>')],
		['status 200 with the page of a proxy', answer(200, '<!doctype html><html></html>')],
		['status 200 with text', answer(200, 'upstream is busy')],
		['status 200 with a list', answer(200, [])],
		['status 200 with null', answer(200, 'null')],
		['status 200 without a body', answer(200, '')],
		['status 200 with truncated JSON', answer(200, '{"success":true,"stat')],
		['a redirect', answer(302, '')],
		['a body that cannot be decoded', noAnswer('decodeFailed', true)],
		['a closed connection', noAnswer('closed', true)],
	];

	it.each(inconclusive)('does not end the polling: %s', async (name, failure) => {
		const steps = [processing, failure, failure, completed];
		await expectEnding(name, steps, { answer: done, sleeps: [1000, 2000, 2000] });
	});

	const limited = answer(429, { success: false, error: 'No' });
	const down = answer(520, { error: 'Web server is down' });

	it.each<JobCase>([
		[
			'does not end the polling if it is refused, because the rate limiter repeats it',
			[processing, limited, limited, completed],
			{ answer: done },
		],
		[
			'ends the polling if it is definitive: 402',
			[processing, answer(402, { success: false, error: 'Payment Required' })],
			{ failure: { errorId: 'paymentRequired', facts }, stored: [] },
		],
		[
			'ends the polling if it is definitive: a certificate error',
			[processing, noAnswer('tls', false)],
			{ failure: { errorId: 'tls', facts }, stored: [] },
		],
		[
			'is the result if no poll succeeded within Max Wait',
			[down, down, down, down, down, down],
			{
				failure: { errorId: 'otherServerError', facts: { jobId, lastPoll: 'Web server is down' } },
				endedMs: 10_000,
			},
			{ settings: { maxWaitMs: 10_000 } },
		],
	])('%s', expectEnding);

	it.each(notFoundErrors)('%s ends the polling only if it is final', async (name, errorId, no) => {
		const gone = { failure: { errorId, facts }, stored: [] };
		const steps = [processing, no, no, processing, no, no, completed];
		await expectEnding(name, [unavailable, no], gone);
		await expectEnding(name, [processing, no, unavailable, no, no], gone);
		await expectEnding(name, steps, {
			answer: done,
			sleeps: [1000, 2000, 2000, 1000, 2000, 2000],
		});
	});

	it.each(notFoundErrors)(
		'%s ends the polling of a new job after 3 polls',
		async (name, errorId, no) => {
			const start = { startWith: {} };
			const sleeps = [2000, 2000];
			await expectEnding(name, [started, no, no, completed], { answer: done, sleeps }, start);
			const stored = [{ unsettled: true, sentAt: 0 }, { jobId }];
			const failure = { errorId, facts };
			await expectEnding(name, [started, no, no, no], { failure, sleeps, stored }, start);
		},
	);
});

describe('a status that the kind of job does not list', () => {
	const paused = answer(200, { success: true, status: 'paused_for_review' });

	it.each<JobCase>([
		['does not end the polling', [processing, paused, paused, completed], { answer: done }],
		['may be missing', [answer(200, { success: true }), completed], { answer: done }],
		[
			'is named in the failure after Max Wait',
			Array.from({ length: 20 }, () => paused),
			{
				failure: {
					errorId: 'maxWaitOverUnknownStatus',
					facts: { jobId, status: 'paused_for_review' },
				},
				endedMs: 10_000,
			},
			{ settings: { maxWaitMs: 10_000 } },
		],
		[
			'ends the polling if the response has data',
			[answer(200, { success: true, status: 'archived', data: { total: 3 } })],
			{ answer: { jobId, data: { total: 3 } }, sent: [poll] },
		],
		[
			'is a failure if the response has success: false',
			[
				answer(200, { success: false, status: 'broken', error: 'It broke' }),
				answer(200, { success: true, events: [] }),
			],
			{ failure: { message: 'It broke', facts: { jobId, status: 'broken' } } },
		],
	])('%s', expectEnding);
});

describe('a job that an earlier attempt started', () => {
	const attached = { startWith: { jobId } };
	const other404 = answer(404, '<html>Not Found</html>');
	const gone = { errorId: 'jobGone', httpCode: 404, retry: 'sometimes', facts };

	it.each<JobCase>([
		[
			'is followed without another start',
			[processing, completed],
			{ answer: done, sent: [poll, poll], stored: [] },
			attached,
		],
		[
			'is forgotten if it no longer exists',
			[notFound, notFound, notFound],
			{ failure: gone, sent: [poll, poll, poll], stored: [{}] },
			attached,
		],
		[
			'stays stored if it is not visible to this key',
			[unauthorized, unauthorized, unauthorized],
			{ failure: { facts }, stored: [] },
			attached,
		],
		[
			'stays stored if it is not found, with a text that the service does not use',
			[other404, other404, other404],
			{ failure: { facts }, stored: [] },
			attached,
		],
	])('%s', expectEnding);
});

describe('a stop of the execution', () => {
	it.each<JobCase>([
		[
			'ends the polling and cancels the job',
			[processing, answer(200, { success: true })],
			{ stopReason: 'aborted', failure: { facts }, sent: [poll, `DELETE /v2/agent/${jobId}`] },
			{ stopInSleep: 1 },
		],
		[
			'leaves the job running if cancelOnStop is off',
			[processing],
			{ stopReason: 'aborted', sent: [poll] },
			{ stopInSleep: 1, settings: { cancelOnStop: false } },
		],
	])('%s', expectEnding);
});

it.each([
	['processing', [jobId]],
	['completed', []],
	['failed', []],
])('a job with the status %s is running: %j', async (status, ids) => {
	const running = new Map([[jobId, { name: 'agent run' }]]);
	const session = scriptedSession({ transport: scriptedTransport(answer(200, {})), running });
	const result = { ok: true, answer: { success: true, status }, attempts: 1, waits: [] } as const;
	await readStatus(agentJob, jobId, { ...result, waits: [] }, session);
	expect([...running.keys()]).toEqual(ids);
});
