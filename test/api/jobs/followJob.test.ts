import { answer, noAnswer, type Step } from '../../support/scriptedTransport';
import { completed, jobId, notFound, playJob, processing, started, unavailable } from './playJob';

const poll = `GET /v2/agent/${jobId}`;
const unauthorized = answer(401, { success: false, error: 'Unauthorized' });
const notFoundErrors: [string, string, Step][] = [
	['401', 'unauthorized', unauthorized],
	['403', 'forbidden', answer(403, { success: false, error: 'Forbidden' })],
	['404', 'agentJobNotFound', notFound],
];

describe('a failed poll', () => {
	const statuses = [408, 500, 501, 502, 503, 504, 507, 520, 521, 522, 523, 524, 525, 526, 599];
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

	it.each(inconclusive)('does not end the polling: %s', async (_name, failure) => {
		const { result, sleeps } = await playJob([processing, failure, failure, completed]);
		expect(result).toMatchObject({ ok: true, answer: { jobId, status: 'completed' } });
		expect(sleeps).toEqual([1000, 2000, 2000]);
	});

	it('does not end the polling if two polls are refused, because the rate limiter repeats the second poll', async () => {
		const limited = answer(429, { success: false, error: 'No' });
		const { result } = await playJob([processing, limited, limited, completed]);
		expect(result).toMatchObject({ ok: true, answer: { jobId, status: 'completed' } });
	});

	it.each<[string, string, Step]>([
		['402', 'paymentRequired', answer(402, { success: false, error: 'Payment Required' })],
		['a certificate error', 'tls', noAnswer('tls', false)],
	])('ends the polling if it is definitive: %s', async (_name, errorId, failure) => {
		const { result, stored } = await playJob([processing, failure]);
		expect(result).toMatchObject({ ok: false, failure: { errorId, facts: { jobId } } });
		expect(stored).toEqual([]);
	});

	it.each(notFoundErrors)(
		'ends the polling of a job that was never confirmed: %s',
		async (_name, errorId, failure) => {
			const { result, stored } = await playJob([unavailable, failure]);
			expect(result).toMatchObject({ ok: false, failure: { errorId, facts: { jobId } } });
			expect(stored).toEqual([]);
		},
	);

	it.each(notFoundErrors)(
		'does not end the polling of a confirmed job: %s',
		async (_name, _errorId, failure) => {
			const steps = [processing, failure, failure, processing, failure, failure, completed];
			const { result, sleeps } = await playJob(steps);
			expect(result).toMatchObject({ ok: true, answer: { jobId, status: 'completed' } });
			expect(sleeps).toEqual([1000, 2000, 2000, 1000, 2000, 2000]);
		},
	);

	it.each(notFoundErrors)(
		'ends the polling after three errors without a success in between: %s',
		async (_name, errorId, failure) => {
			const steps = [processing, failure, unavailable, failure, failure];
			const { result, stored } = await playJob(steps);
			expect(result).toMatchObject({ ok: false, failure: { errorId, facts: { jobId } } });
			expect(stored).toEqual([]);
		},
	);

	it.each(notFoundErrors)(
		'does not end the polling of a new job if only the first two polls fail: %s',
		async (_name, _errorId, failure) => {
			const steps = [started, failure, failure, completed];
			const { result, sleeps } = await playJob(steps, { startWith: {} });
			expect(result).toMatchObject({ ok: true, answer: { jobId, status: 'completed' } });
			expect(sleeps).toEqual([2000, 2000]);
		},
	);

	it.each(notFoundErrors)(
		'ends the polling of a new job if three polls in a row fail within seconds: %s',
		async (_name, errorId, failure) => {
			const steps = [started, failure, failure, failure];
			const { result, sleeps, stored } = await playJob(steps, { startWith: {} });
			expect(result).toMatchObject({ ok: false, failure: { errorId, facts: { jobId } } });
			expect(sleeps).toEqual([2000, 2000]);
			expect(stored).toEqual([{ unsettled: true, sentAt: 0 }, { jobId }]);
		},
	);

	it('is the result if no poll succeeded within Max Wait', async () => {
		const down = answer(520, { error: 'Web server is down' });
		const { result, endedMs } = await playJob([down, down, down, down, down, down], {
			settings: { maxWaitMs: 10_000 },
		});
		expect(endedMs).toBe(10_000);
		expect(result).toMatchObject({
			ok: false,
			failure: { errorId: 'otherServerError', facts: { jobId, lastPoll: 'Web server is down' } },
		});
	});
});

describe('a status that the kind of job does not list', () => {
	const paused = answer(200, { success: true, status: 'paused_for_review' });

	it('does not end the polling before the job ends', async () => {
		const { result } = await playJob([processing, paused, paused, completed]);
		expect(result).toMatchObject({ ok: true, answer: { jobId, status: 'completed' } });
	});

	it('is named in the failure after Max Wait', async () => {
		const steps = Array.from({ length: 20 }, () => paused);
		const { result, endedMs } = await playJob(steps, { settings: { maxWaitMs: 10_000 } });
		expect(endedMs).toBe(10_000);
		expect(result).toMatchObject({
			ok: false,
			failure: {
				errorId: 'maxWaitOverUnknownStatus',
				facts: { jobId, status: 'paused_for_review' },
			},
		});
	});

	it('ends the polling if the response has data', async () => {
		const archived = answer(200, { success: true, status: 'archived', data: { total: 3 } });
		const { result, sent } = await playJob([archived]);
		expect(result).toMatchObject({ ok: true, answer: { jobId, data: { total: 3 } } });
		expect(sent).toEqual([poll]);
	});

	it('is a failure if the response has success: false', async () => {
		const broken = answer(200, { success: false, status: 'broken', error: 'It broke' });
		const trace = answer(200, { success: true, events: [] });
		const { result } = await playJob([broken, trace]);
		expect(result).toMatchObject({
			ok: false,
			failure: { message: 'It broke', facts: { jobId, status: 'broken' } },
		});
	});

	it('does not end the polling if the status is missing', async () => {
		const { result } = await playJob([answer(200, { success: true }), completed]);
		expect(result).toMatchObject({ ok: true, answer: { jobId, status: 'completed' } });
	});
});

describe('a job that an earlier attempt started', () => {
	const attached = { startWith: { jobId } };

	it('is followed without another start', async () => {
		const { result, sent, stored } = await playJob([processing, completed], attached);
		expect(result).toMatchObject({ ok: true, answer: { jobId, status: 'completed' } });
		expect(sent).toEqual([poll, poll]);
		expect(stored).toEqual([]);
	});

	it('is forgotten if it no longer exists', async () => {
		const { result, stored, sent } = await playJob([notFound, notFound, notFound], attached);
		expect(sent).toEqual([poll, poll, poll]);
		expect(result).toMatchObject({
			ok: false,
			failure: { errorId: 'jobGone', httpCode: 404, retry: 'sometimes', facts: { jobId } },
		});
		expect(stored).toEqual([{}]);
	});

	it.each([
		['is not visible to this key', unauthorized],
		[
			'is not found, with a text that the service does not use',
			answer(404, '<html>Not Found</html>'),
		],
	])('stays stored if it %s', async (_what, failure) => {
		const { result, stored } = await playJob([failure, failure, failure], attached);
		expect(result).toMatchObject({ ok: false, failure: { facts: { jobId } } });
		expect(stored).toEqual([]);
	});
});

describe('a stop of the execution', () => {
	it('ends the polling and cancels the job', async () => {
		const canceled = answer(200, { success: true });
		const { result, sent } = await playJob([processing, canceled], { stopInSleep: 1 });
		expect(sent).toEqual([poll, `DELETE /v2/agent/${jobId}`]);
		expect(result).toMatchObject({
			ok: false,
			stopReason: 'aborted',
			failure: { facts: { jobId } },
		});
	});

	it('leaves the job running if cancelOnStop is off', async () => {
		const settings = { cancelOnStop: false };
		const { sent } = await playJob([processing], { stopInSleep: 1, settings });
		expect(sent).toEqual([poll]);
	});
});
