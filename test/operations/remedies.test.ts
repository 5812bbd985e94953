import { insertLabels } from '../../nodes/WebData/host/output/insertLabels';
import { requestSettingsField } from '../../nodes/WebData/operations/common/settings.fields';
import { errorRows, type SpecErrorRow } from '../spec/errorRows';
import { operations, rowsByOperation, rowsFor } from '../support/errorsByOperation';
import { everyField } from './everyField';

const credential = ['API Key', 'Base URL'];

it('the list of error rows covers every operation', () => {
	expect(operations.map(([name]) => name).sort()).toEqual(Object.keys(rowsByOperation).sort());
});

describe.each(operations)('%s', (name, { fields: own }) => {
	const fields = [...own, requestSettingsField];
	const placed = everyField(fields);
	const known = new Set([
		...credential,
		...placed.map(({ label }) => label),
		...placed.flatMap(({ field }) => (field.options ?? []).map((each) => each.name)),
		...placed.flatMap(({ field }) =>
			(field.options ?? []).map((each) => ('displayName' in each ? each.displayName : each.name)),
		),
	]);

	it.each(Object.entries(rowsFor(name)))(
		'%s states cause and remedy, and names only fields of the form',
		(_row, { cause, remedy }) => {
			for (const text of [cause, remedy]) {
				const inserted = insertLabels(text, fields);
				expect(inserted).toMatch(/^[A-Z'n].*\.$/);
				expect(inserted).not.toMatch(/[{}]/);
				const quoted = [...inserted.matchAll(/(?<!\w)'([A-Z][^']*)'/g)].map(
					([, label = '']) => label,
				);
				expect(quoted.filter((label) => !known.has(label))).toEqual([]);
			}
		},
	);
});

it.each(operations)('%s names no field of the webhook in a remedy', (name, { fields }) => {
	const remedies = Object.values(rowsFor(name)).map(({ remedy }) => insertLabels(remedy, fields));
	expect(remedies.filter((remedy) => /Webhook >/.test(remedy))).toEqual([]);
});

it('a label includes the labels of its parents', () => {
	const scrape = operations.find(([name]) => name === 'scrape.scrape')?.[1].fields ?? [];
	const wait = operations.find(([name]) => name === 'agent.wait')?.[1].fields ?? [];
	const text = 'Give it more time. Raise {timeout}. Check {apiKey}.';
	expect(insertLabels(text, scrape)).toBe(
		"Give it more time. Raise 'Options > Page: Timeout (Ms)'. Check the credential's 'API Key'.",
	);
	expect(insertLabels(text, wait)).toBe("Give it more time. Check the credential's 'API Key'.");
});

/**
 * n8n's UX guidelines discourage these words in error messages. Messages from the service are not changed, so they may
 * contain the words.
 */
it.each(
	Object.values({ ...rowsFor('scrape.scrape'), ...rowsFor('agent.run') }).map((row) => [
		row.message,
	]),
)('"%s" uses no word that n8n discourages', (message) => {
	const rows: readonly SpecErrorRow[] = errorRows;
	const isWorded = rows.some(({ error }) => error === message);
	expect(isWorded || !/\b(error|problem|failure|mistake)\b/i.test(message)).toBe(true);
});
