// The specification's "Trace error codes", one row each.

import { traceRows } from '../../../../nodes/WebData/api/errors/rows/trace';
import { errorRows } from '../../../spec/errorRows';

test('the catalogue has each trace code of the specification, and no other', () => {
	const codes = errorRows
		.filter(({ table }) => table === 'trace')
		.map((row) => 'code' in row && row.code);
	expect(codes).toHaveLength(5);
	expect(Object.keys(traceRows)).toEqual(codes);
});

test.each([
	['cancelled', /cancelled the run/, /Start the run again/, 'never'],
	['credit_limit_reached', /the most credits that it may cost/, /Raise \{maxCredits\}/, 'never'],
	['parent_finished', /finished before/, /parent agent holds the real cause/, 'never'],
	['refused', /what the prompt asks for/, /Change \{prompt\}/, 'never'],
	['internal', /inside the run/, /again; if .* job ID to the support/, 'backoff'],
] as const)('%s says what its meaning is and what to do', (code, cause, remedy, retry) => {
	expect(traceRows[code]).toEqual({
		message: expect.stringMatching(/^The (run|agent) /),
		cause: expect.stringMatching(cause),
		remedy: expect.stringMatching(remedy),
		retry,
	});
});
