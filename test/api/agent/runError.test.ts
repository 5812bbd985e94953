// Why a run failed, and the failure that it stands for. Specification: Events, Trace error codes, and the note on `maxCredits`.

import { failureOfRun, reasonOfRun } from '../../../nodes/WebData/api/agent/runError';
import { errorRows } from '../../spec/errorRows';

const codes = errorRows.flatMap((row) => (row.table === 'trace' ? [row.code] : []));
const error = (code: string, rest = {}) => ({ type: 'error.occurred', error: { code }, ...rest });
const below = { agent: { role: 'subagent', parentId: 'a-1' } };
const reasonIn = (events: Parameters<typeof reasonOfRun>[0]) => reasonOfRun(events, {});

describe('the reason in a trace', () => {
	it.each(codes)('%s is found in an error', (code) => {
		expect(reasonIn([{ type: 'progress.reported' }, error(code)])).toMatchObject({ code });
	});

	it.each(codes)('%s is found at the end of the run', (code) => {
		expect(reasonIn([{ type: 'run.finished', error: { code } }])).toMatchObject({ code });
	});

	it('is the outcome of the run where there is one', () => {
		const end = { type: 'run.finished', outcome: 'credit_limit_reached' };
		expect(reasonIn([error('internal'), end, error('refused')])).toMatchObject({
			code: 'credit_limit_reached',
		});
	});

	it('is the last error where the end says nothing', () => {
		const end = { type: 'run.finished', outcome: 'failed', error: null };
		expect(reasonIn([error('refused'), error('internal'), end])).toMatchObject({
			code: 'internal',
		});
	});

	it.each([
		['beside the error', { retryable: false }, false],
		['in the error', { error: { code: 'internal', retryable: true } }, true],
		['nowhere', {}, undefined],
	])('says %s whether another try makes sense', (_where, rest, retryable) => {
		expect(reasonIn([error('internal', rest)])).toEqual({ code: 'internal', retryable });
	});

	it.each([
		[[]],
		[[error('brand_new')]],
		[[error('constructor')]],
		[[{ type: 'agent.finished', error: { code: 'parent_finished' } }]],
		[[{ type: 'agent.finished', outcome: 'cancelled', ...below }]],
	])('is not known from %j', (events) => {
		expect(reasonIn(events).code).toBeUndefined();
	});
});

/** Specification: Trace error codes, "the parent's terminal event holds the real cause". */
describe('a subagent that stopped because its parent did', () => {
	const end = { type: 'run.finished', outcome: 'failed', error: null };

	it.each([
		['what went wrong before it', [error('refused'), error('parent_finished')], {}, 'refused'],
		[
			'what went wrong before it, where the run ends without a reason',
			[error('refused'), end, error('parent_finished', below)],
			{},
			'refused',
		],
		[
			'the end of its parent',
			[
				{ type: 'agent.finished', error: { code: 'refused' }, agent: { role: 'orchestrator' } },
				{ type: 'agent.finished', error: { code: 'parent_finished' }, ...below },
				error('parent_finished', below),
			],
			{},
			'refused',
		],
		[
			'the end of its parent, where no event says whose it is',
			[{ type: 'agent.finished', error: { code: 'internal' } }, error('parent_finished')],
			{},
			'internal',
		],
		[
			'the stop reason of the status',
			[error('parent_finished')],
			{ stopReason: 'credit_limit_reached' },
			'credit_limit_reached',
		],
		[
			'the words of the status',
			[error('parent_finished')],
			{ error: 'Agent was cancelled' },
			'cancelled',
		],
		[
			'the end of the run',
			[{ type: 'run.finished', error: { code: 'parent_finished' } }],
			{ stopReason: 'refused' },
			'refused',
		],
	])('is no reason beside %s', (_what, events, answer, code) => {
		expect(reasonOfRun(events, answer).code).toBe(code);
	});

	it('is the reason where there is no other', () => {
		const events = [error('parent_finished', { ...below, retryable: false }), end];
		const answer = { error: 'Something broke' };
		expect(reasonOfRun(events, answer)).toEqual({ code: 'parent_finished', retryable: false });
	});
});

describe('what else went wrong in a subagent', () => {
	const events = [error('refused'), error('internal', below)];

	it('is a worse reason than what went wrong in its parent, before or after it', () => {
		for (const order of [events, events.toReversed()]) {
			expect(reasonIn(order).code).toBe('refused');
		}
	});

	it('is a worse reason than what the status says, and better than none', () => {
		const answer = { stopReason: 'credit_limit_reached' };
		expect(reasonOfRun(events.slice(1), answer).code).toBe('credit_limit_reached');
		expect(reasonIn(events.slice(1)).code).toBe('internal');
	});
});

describe('the reason in a status', () => {
	it.each([
		[{ stopReason: 'credit_limit_reached' }, 'credit_limit_reached'],
		[{ code: 'refused', error: 'No' }, 'refused'],
		[{ error: 'The agent hit its credit limit' }, 'credit_limit_reached'],
		[{ error: 'Agent was cancelled by user' }, 'cancelled'],
		[{ error: 'Something broke' }, undefined],
		[{}, undefined],
	])('%j: %s', (answer, code) => {
		expect(reasonOfRun([], answer).code).toBe(code);
	});

	it('does not count where the trace tells one', () => {
		const answer = { stopReason: 'credit_limit_reached' };
		expect(reasonOfRun([error('internal')], answer).code).toBe('internal');
	});
});

describe('the failure of a run', () => {
	const status = { status: 'failed', error: 'Hit the limit', creditsUsed: 0 };

	it('has the words of the service, the advice of its code, and what is known of the run', () => {
		expect(failureOfRun('run-1', status, { code: 'credit_limit_reached' })).toMatchObject({
			errorId: 'credit_limit_reached',
			code: 'credit_limit_reached',
			message: 'Hit the limit',
			remedy: expect.stringContaining('{maxCredits}'),
			retry: 'never',
			facts: { jobId: 'run-1', status: 'failed', creditsUsed: 0 },
		});
	});

	it('may be tried again when the event says so, whatever the code says', () => {
		const tried = [true, false, undefined].map(
			(retryable) => failureOfRun('run-1', status, { code: 'internal', retryable }).retry,
		);
		expect(tried).toEqual(['backoff', 'never', 'backoff']);
	});

	it('has a row of its own where nobody says why', () => {
		expect(failureOfRun('run-1', { status: 'failed' }, {})).toMatchObject({
			errorId: 'failedWithoutCode',
			message: 'The run failed',
			facts: { jobId: 'run-1' },
		});
	});

	it('keeps what the run had made', () => {
		const partial = { names: ['a'] };
		expect(failureOfRun('run-1', { ...status, partial }, { code: 'internal' })).toMatchObject({
			facts: { partial },
		});
	});
});
