import { errorRows, type SpecErrorRow } from '../spec/errorRows';
import { errorRowFault } from './faults';
import { call, useService } from './testClient';

const service = useService();
const rows: readonly SpecErrorRow[] = errorRows;

it('error rows contain every row of the four tables, and both codes of the row with two codes', () => {
	const count = (table: SpecErrorRow['table']) => rows.filter((row) => row.table === table).length;
	expect([count('general'), count('scrape'), count('agent'), count('trace')]).toEqual([
		17, 13, 10, 5,
	]);
	expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
});

it.each(errorRows.filter((row) => row.table !== 'trace'))(
	'$id is returned as an error response',
	async (row) => {
		const expected: SpecErrorRow = row;
		service.current.addFaults(errorRowFault(row.id));
		const { status, json } = await call(service.current, 'GET', '/v2/team/credit-usage');
		expect(status).toBe(row.status);
		expect(json).toEqual({
			...(!expected.onlyError && { success: false }),
			error: row.error,
			...(expected.code && { code: expected.code }),
			...expected.extra,
		});
	},
);

it.each(errorRows.filter((row) => row.table === 'trace'))(
	'$id occurs as a trace event',
	async (row) => {
		service.current.addFaults(errorRowFault(row.id));
		const { status, json } = await call(service.current, 'GET', '/v2/agent/x/trace');
		expect(status).toBe(200);
		const error = { code: row.code, message: row.error };
		expect(json.events).toMatchObject([
			{ type: 'error.occurred', error, retryable: row.code === 'internal' },
		]);
	},
);
