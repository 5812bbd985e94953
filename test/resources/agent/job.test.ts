import { failureOfJob, reasonOfFailure } from '../../../nodes/WebData/resources/agent/job';
import type { JsonObject } from '../../../nodes/WebData/json/json';
import { errorRows } from '../../spec/errorRows';
import { adviceLike } from '../../cases/rows';

const codes = errorRows.flatMap(({ table, code = '' }) => (table === 'trace' ? [code] : []));
const error = (code: string, rest = {}) => ({ type: 'error.occurred', error: { code }, ...rest });
const subagent = { agent: { role: 'subagent', parentId: 'a-1' } };
const agent = { agent: { role: 'agent' } };
const withRole = { agent: { role: 'subagent' } };
const child = { agent: { role: 'agent', parentId: 'a-1' } };
const runEnd = (rest: JsonObject = {}): JsonObject => ({ type: 'run.finished', ...rest });
const agentEnd = (code: string, rest = {}): JsonObject => ({
	...{ type: 'agent.finished', error: { code } },
	...rest,
});
const failedEnd = runEnd({ outcome: 'failed', error: null });
const limitInStatus = { stopReason: 'credit_limit_reached' };

it('reasonOfFailure reads every code from error.occurred and from run.finished', () => {
	const read = codes.map((code) => [
		reasonOfFailure([{ type: 'progress.reported' }, error(code)], {}).code,
		reasonOfFailure([runEnd({ error: { code } })], {}).code,
	]);
	expect(read).toEqual(codes.map((code) => [code, code]));
});

/** See "Trace error codes" in the specification. */
it.each<[string, JsonObject[], JsonObject, string | undefined]>([
	[
		'the outcome of the run',
		[error('internal'), runEnd({ outcome: 'credit_limit_reached' }), error('refused')],
		{},
		'credit_limit_reached',
	],
	['the trace over the status', [error('internal')], limitInStatus, 'internal'],
	['no end with the parent', [agentEnd('parent_finished')], {}, undefined],
	['stopReason of the status', [error('parent_finished')], limitInStatus, 'credit_limit_reached'],
	['the parent over a role', [error('refused'), error('internal', withRole)], {}, 'refused'],
	['the parent over a child', [error('refused'), error('internal', child)], {}, 'refused'],
	['the last of an agent', [error('refused'), error('internal', agent)], {}, 'internal'],
	['the end of the agent', [agentEnd('internal'), error('refused')], {}, 'internal'],
	[
		'the outcome over the error of the end',
		[runEnd({ outcome: 'refused', error: { code: 'parent_finished' } }), error('internal')],
		{},
		'refused',
	],
	['the code of the status', [], { code: 'refused', error: 'No' }, 'refused'],
	['an unknown error last', [error('brand_new'), failedEnd], { stopReason: 'refused' }, 'refused'],
])('reasonOfFailure prefers %s', (_what, events, answer, code) => {
	expect(reasonOfFailure(events, answer).code).toBe(code);
});

it('reasonOfFailure returns parent_finished if there is no other reason', () => {
	const events = [error('parent_finished', { ...subagent, retryable: false }), failedEnd];
	const reason = { code: 'parent_finished', outcome: 'failed', retryable: false };
	expect(reasonOfFailure(events, { error: 'Something broke' })).toEqual(reason);
});

it.each([
	['next to the error', { retryable: false }, false],
	['nowhere', {}, undefined],
])('reasonOfFailure reads retryable %s', (_where, rest, retryable) => {
	expect(reasonOfFailure([error('internal', rest)], {})).toEqual({ code: 'internal', retryable });
});

describe('failureOfJob', () => {
	const status = { status: 'failed', error: 'Hit the limit', creditsUsed: 0, partial: [1] };

	it('returns the error text of the status, the remedy of the code, and the facts of the run', () => {
		expect(failureOfJob('run-1', status, { code: 'credit_limit_reached' })).toMatchObject({
			...{ errorId: 'credit_limit_reached', code: 'credit_limit_reached' },
			...{ message: 'Hit the limit', retry: 'never' },
			remedy: adviceLike(/\{maxCredits\}/),
			facts: { jobId: 'run-1', status: 'failed', creditsUsed: 0, partial: [1] },
		});
	});

	it('takes the advice about retries from the event, not from the code', () => {
		const advice = [true, false, undefined].map(
			(retryable) => failureOfJob('run-1', status, { code: 'internal', retryable }).retry,
		);
		expect(advice).toEqual(['backoff', 'never', 'backoff']);
	});

	const budget = { code: 'budget_exceeded', message: 'It is used up', retryable: false };

	it.each<[string, JsonObject[], object]>([
		[
			'an unknown code, over an earlier known one',
			[error('internal'), runEnd({ outcome: 'failed', error: budget })],
			{
				...{ errorId: 'jobFailed', code: 'budget_exceeded', retry: 'never' },
				facts: { outcome: 'failed', traceMessage: 'It is used up' },
			},
		],
		['__proto__', [error('__proto__')], { errorId: 'jobFailed', code: '__proto__' }],
	])('keeps %s', (_what, events, failure) => {
		const response = { status: 'failed', error: 'It stopped' };
		const reason = reasonOfFailure(events, response);
		expect(failureOfJob('run-1', response, reason)).toMatchObject(failure);
	});
});
