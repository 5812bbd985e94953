import { failureOfJob, reasonOfFailure } from '../../../nodes/WebData/api/agent/jobError';
import { errorRows } from '../../spec/errorRows';

const codes = errorRows.flatMap(({ table, code = '' }) => (table === 'trace' ? [code] : []));
const error = (code: string, rest = {}) => ({ type: 'error.occurred', error: { code }, ...rest });
const subagent = { agent: { role: 'subagent', parentId: 'a-1' } };
const reasonIn = (events: Parameters<typeof reasonOfFailure>[0]) => reasonOfFailure(events, {});

describe('reasonOfFailure with a trace', () => {
	it('reads every code from error.occurred and from run.finished', () => {
		const read = codes.map((code) => [
			reasonIn([{ type: 'progress.reported' }, error(code)]).code,
			reasonIn([{ type: 'run.finished', error: { code } }]).code,
		]);
		expect(read).toEqual(codes.map((code) => [code, code]));
	});

	it('prefers the outcome of the run', () => {
		const end = { type: 'run.finished', outcome: 'credit_limit_reached' };
		expect(reasonIn([error('internal'), end, error('refused')])).toMatchObject({
			code: 'credit_limit_reached',
		});
	});

	it('reads the last error if run.finished has no error', () => {
		const end = { type: 'run.finished', outcome: 'failed', error: null };
		expect(reasonIn([error('refused'), error('internal'), end])).toMatchObject({
			code: 'internal',
		});
	});

	it.each([
		['next to the error', { retryable: false }, false],
		['in the error', { error: { code: 'internal', retryable: true } }, true],
		['nowhere', {}, undefined],
	])('reads retryable %s', (_where, rest, retryable) => {
		expect(reasonIn([error('internal', rest)])).toEqual({ code: 'internal', retryable });
	});

	it.each([
		[[]],
		[[{ type: 'agent.finished', error: { code: 'parent_finished' } }]],
		[[{ type: 'agent.finished', outcome: 'cancelled', ...subagent }]],
	])('contains no code for %j', (events) => {
		expect(reasonIn(events).code).toBeUndefined();
	});
});

/** See "Trace error codes" in the specification. */
describe('reasonOfFailure with parent_finished', () => {
	const end = { type: 'run.finished', outcome: 'failed', error: null };

	it.each([
		['an earlier error', [error('refused'), error('parent_finished')], {}, 'refused'],
		[
			'an earlier error if run.finished has none',
			[error('refused'), end, error('parent_finished', subagent)],
			{},
			'refused',
		],
		[
			'the end of the parent agent',
			[
				{ type: 'agent.finished', error: { code: 'refused' }, agent: { role: 'orchestrator' } },
				{ type: 'agent.finished', error: { code: 'parent_finished' }, ...subagent },
				error('parent_finished', subagent),
			],
			{},
			'refused',
		],
		[
			'the end of the parent agent if the events name no agent',
			[{ type: 'agent.finished', error: { code: 'internal' } }, error('parent_finished')],
			{},
			'internal',
		],
		[
			'stopReason of the status',
			[error('parent_finished')],
			{ stopReason: 'credit_limit_reached' },
			'credit_limit_reached',
		],
		[
			'the error text of the status',
			[error('parent_finished')],
			{ error: 'Agent was cancelled' },
			'cancelled',
		],
		[
			'stopReason of the status over run.finished',
			[{ type: 'run.finished', error: { code: 'parent_finished' } }],
			{ stopReason: 'refused' },
			'refused',
		],
	])('prefers %s', (_what, events, answer, code) => {
		expect(reasonOfFailure(events, answer).code).toBe(code);
	});

	it('returns parent_finished if there is no other reason', () => {
		const events = [error('parent_finished', { ...subagent, retryable: false }), end];
		const answer = { error: 'Something broke' };
		expect(reasonOfFailure(events, answer)).toEqual({
			code: 'parent_finished',
			outcome: 'failed',
			retryable: false,
		});
	});
});

describe('reasonOfFailure with errors of a subagent', () => {
	const events = [error('refused'), error('internal', subagent)];

	it('prefers an error of the parent agent, in any order', () => {
		for (const order of [events, events.toReversed()]) {
			expect(reasonIn(order).code).toBe('refused');
		}
	});

	it('prefers the status, and reads the error of the subagent if nothing else is known', () => {
		const answer = { stopReason: 'credit_limit_reached' };
		expect(reasonOfFailure(events.slice(1), answer).code).toBe('credit_limit_reached');
		expect(reasonIn(events.slice(1)).code).toBe('internal');
	});
});

describe('reasonOfFailure with a status', () => {
	it.each([
		[{ stopReason: 'credit_limit_reached' }, 'credit_limit_reached'],
		[{ code: 'refused', error: 'No' }, 'refused'],
		[{ error: 'The agent hit its credit limit' }, 'credit_limit_reached'],
		[{ error: 'Agent was cancelled by user' }, 'cancelled'],
		[{ error: 'Something broke' }, undefined],
		[{}, undefined],
	])('reads from %j the code %s', (answer, code) => {
		expect(reasonOfFailure([], answer).code).toBe(code);
	});

	it('prefers the trace', () => {
		const answer = { stopReason: 'credit_limit_reached' };
		expect(reasonOfFailure([error('internal')], answer).code).toBe('internal');
	});
});

describe('failureOfJob', () => {
	const status = { status: 'failed', error: 'Hit the limit', creditsUsed: 0 };

	it('returns the error text of the status, the remedy of the code, and the facts of the run', () => {
		expect(failureOfJob('run-1', status, { code: 'credit_limit_reached' })).toMatchObject({
			errorId: 'credit_limit_reached',
			code: 'credit_limit_reached',
			message: 'Hit the limit',
			remedy: expect.stringContaining('{maxCredits}'),
			retry: 'never',
			facts: { jobId: 'run-1', status: 'failed', creditsUsed: 0 },
		});
	});

	it('takes the advice about retries from the event, not from the code', () => {
		const advice = [true, false, undefined].map(
			(retryable) => failureOfJob('run-1', status, { code: 'internal', retryable }).retry,
		);
		expect(advice).toEqual(['backoff', 'never', 'backoff']);
	});

	it('uses a general error row if there is no reason', () => {
		expect(failureOfJob('run-1', { status: 'failed' }, {})).toMatchObject({
			errorId: 'jobFailed',
			message: 'The agent run failed',
			facts: { jobId: 'run-1' },
		});
	});

	it('keeps the partial result', () => {
		const partial = { names: ['a'] };
		expect(failureOfJob('run-1', { ...status, partial }, { code: 'internal' })).toMatchObject({
			facts: { partial },
		});
	});
});

describe('a trace error code that the specification does not list', () => {
	const response = { status: 'failed', creditsUsed: 0 };
	const end = {
		type: 'run.finished',
		outcome: 'failed',
		error: { code: 'budget_exceeded', message: 'The budget is used up', retryable: false },
	};

	it('is kept with outcome, message, and retryable', () => {
		const reason = reasonOfFailure([end], response);
		expect(failureOfJob('run-1', response, reason)).toMatchObject({
			errorId: 'jobFailed',
			code: 'budget_exceeded',
			message: 'The budget is used up',
			retry: 'never',
			facts: { outcome: 'failed', traceMessage: 'The budget is used up' },
		});
	});

	it('takes precedence over an earlier known code at the end of the run', () => {
		expect(reasonOfFailure([error('internal'), end], response).code).toBe('budget_exceeded');
	});

	it('is read from an earlier error only if the trace contains no known code', () => {
		const events = [error('brand_new'), { type: 'run.finished', outcome: 'failed', error: null }];
		expect(reasonOfFailure(events, { stopReason: 'refused' }).code).toBe('refused');
		expect(reasonOfFailure(events, {}).code).toBe('brand_new');
	});

	it.each(['constructor', '__proto__'])('may be the name of an object property: %s', (code) => {
		const reason = reasonOfFailure([error(code)], response);
		expect(failureOfJob('run-1', response, reason)).toMatchObject({ errorId: 'jobFailed', code });
	});
});

it.each([
	[
		'a run.finished without an error keeps its outcome and retryable',
		{ outcome: 'timed_out', error: null, retryable: false },
		{
			errorId: 'jobFailed',
			code: undefined,
			message: 'It stopped',
			retry: 'never',
			facts: { outcome: 'timed_out' },
		},
	],
	[
		'an unknown error code next to a known outcome is kept',
		{ outcome: 'internal', error: { code: 'browser_crashed', message: 'It crashed' } },
		{
			code: 'internal',
			facts: { outcome: 'internal', traceCode: 'browser_crashed', traceMessage: 'It crashed' },
		},
	],
])('%s', (_name, rest, failure) => {
	const response = { status: 'failed', error: 'It stopped' };
	const reason = reasonOfFailure([{ type: 'run.finished', ...rest }], response);
	const { code, ...others } = failureOfJob('run-1', response, reason);
	expect({ code, ...others }).toMatchObject(failure);
});
