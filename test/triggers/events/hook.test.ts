import { type AnyRow, failureOfRow } from '../../../nodes/WebData/errors/row';
import { generalRows } from '../../../nodes/WebData/errors/rows/general';
import { rateLimitRows } from '../../../nodes/WebData/errors/rows/limits';
import { fallbackRows, responseRows } from '../../../nodes/WebData/errors/rows/response';
import { transportRows } from '../../../nodes/WebData/errors/rows/transport';
import { failureDescription } from '../../../nodes/WebData/host/output/text';
import { lostCheckTexts, monitorRows } from '../../../nodes/WebData/resources/monitor/errors';
import { hookRemedy } from '../../../nodes/WebData/triggers/events/hook';

/** Errors that only a request for a page, a file, or an output schema can have. */
const ofOtherRequests = [
	...['promptInjection', 'unprocessable', 'fileTooLarge', 'requestBody', 'nothingToUpdate'],
];

type Row = AnyRow & { status?: number };

const rows: Row[] = [
	...Object.values<Row>(generalRows),
	...Object.values<Row>(monitorRows),
	...Object.values<Row>(rateLimitRows),
	...Object.values<Row>(transportRows),
	...Object.values<Row>(responseRows),
	...Object.values<Row>(fallbackRows),
];

it('the remedy of each error of a hook is possible without an execution and its settings', () => {
	const texts = rows
		.filter(({ id }) => !ofOtherRequests.includes(id))
		.map((row) => {
			const failure = { ...failureOfRow(row), httpCode: row.status };
			const remedy = failureDescription({ cause: '', remedy: hookRemedy(failure) }).trim();
			return `${row.id}: ${remedy}`;
		});
	const isWrong = /: $|: Otherwise|execution|workflow again|Settings tab/;
	expect(texts.filter((text) => isWrong.test(text))).toEqual([]);
});

it.each(Object.entries(lostCheckTexts))(
	'the remedy %s of a test whose check may have started does not refer to an execution',
	(_id, { remedy }) => {
		const text = failureDescription({ cause: '', remedy: hookRemedy({ remedy, retry: 'never' }) });
		expect(text).not.toMatch(/execution|workflow again/);
		expect(text).toMatch(/try again/i);
	},
);
