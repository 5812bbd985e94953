import { traceRows } from '../../../../nodes/WebData/api/errors/rows/trace';
import { errorRows } from '../../../spec/errorRows';

test('the error rows have exactly the trace codes of the specification', () => {
	const codes = errorRows
		.filter(({ table }) => table === 'trace')
		.map((row) => 'code' in row && row.code);
	expect(codes).toHaveLength(5);
	expect(Object.keys(traceRows)).toEqual(codes);
});

test.each([
	['cancelled', /canceled the run/, /Start the run again/, 'never'],
	['credit_limit_reached', /maximum number of credits/, /Increase \{maxCredits\}/, 'never'],
	['parent_finished', /finished first/, /parent agent's last event/, 'never'],
	['refused', /what the prompt asks for/, /Change \{prompt\}/, 'never'],
	['internal', /inside the run/, /job ID to the service.s support team/, 'backoff'],
] as const)('%s states cause and remedy', (code, cause, remedy, retry) => {
	expect(traceRows[code]).toEqual({
		message: expect.stringMatching(/^The (run|agent|parent agent) /),
		cause: expect.stringMatching(cause),
		remedy: expect.stringMatching(remedy),
		retry,
	});
});
