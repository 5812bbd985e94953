// Why a run failed, and the failure that it stands for. Specification: Events, Trace error codes, and the note on `maxCredits`.

import {
	failureOfRun,
	reasonIn,
	reasonInStatus,
} from '../../../nodes/WebData/api/failures/runFailure';
import { errorRows } from '../../spec/errorRows';

const codes = errorRows.flatMap((row) => (row.table === 'trace' ? [row.code] : []));
const error = (code: string, rest = {}) => ({ type: 'error.occurred', error: { code }, ...rest });

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
	])('is not known from %j', (events) => {
		expect(reasonIn(events).code).toBeUndefined();
	});
});

describe('the reason in a status', () => {
	it.each([
		[{ stopReason: 'credit_limit_reached' }, 'credit_limit_reached'],
		[{ error: 'The agent hit its credit limit' }, 'credit_limit_reached'],
		[{ error: 'Agent was cancelled by user' }, 'cancelled'],
		[{ error: 'Something broke' }, undefined],
		[{}, undefined],
	])('%j: %s', (answer, code) => {
		expect(reasonInStatus(answer).code).toBe(code);
	});
});

describe('the failure of a run', () => {
	const status = { status: 'failed', error: 'Hit the limit', creditsUsed: 0 };

	it('has the words of the service, the advice of its code, and what is known of the run', () => {
		expect(failureOfRun('run-1', status, { code: 'credit_limit_reached' })).toMatchObject({
			row: 'credit_limit_reached',
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
			row: 'failedWithoutCode',
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
