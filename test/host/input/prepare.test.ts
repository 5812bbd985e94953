import { prepareItem } from '../../../nodes/WebData/host/input/prepare';
import { serviceTimeoutMs } from '../../../nodes/WebData/api/http/request';
import { findOperation } from '../../../nodes/WebData/operations';

function timeOf(operation: string, values: Record<string, unknown>): number {
	const operationDef = findOperation('scrape', operation);
	if (operationDef === undefined) throw new Error(`No operation ${operation}`);
	const prepared = prepareItem(
		{ get: (name, _item, fallback) => values[name] ?? fallback },
		operationDef,
		0,
	);
	if ('issues' in prepared) throw new Error(JSON.stringify(prepared.issues));
	return serviceTimeoutMs(prepared.plan.request);
}

/** According to "Scrape request" in the specification, `timeout` is in milliseconds. */
it.each([
	['the form', { timeout: 2000 }, 2000],
	['Additional Body Fields', { additionalBodyFields: { timeout: 120_000 } }, 120_000],
	[
		'Additional Body Fields if both set it',
		{ timeout: 2000, additionalBodyFields: { timeout: 120_000 } },
		120_000,
	],
	['the maximum if neither sets it', {}, 300_000],
	[
		'the maximum if the value is not a number',
		{ additionalBodyFields: { timeout: 'long' } },
		300_000,
	],
])('the service timeout of Scrape comes from %s', (_who, fields, ms) => {
	expect(timeOf('scrape', { url: 'https://example.com', options: fields })).toBe(ms);
});

/**
 * According to "Interact" in the specification, `timeout` is in seconds. Reloading the page takes
 * up to one additional minute.
 */
it.each([
	['the form', { timeout: 20 }, 80_000],
	['Additional Body Fields', { additionalBodyFields: { timeout: 300 } }, 360_000],
	['neither', {}, 90_000],
])('the service timeout of Interact comes from %s', (_who, options, ms) => {
	const scrapeId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
	const values = { scrapeId, interactWith: 'prompt', prompt: 'Click', options };
	expect(timeOf('interact', values)).toBe(ms);
});
