import type { INode, INodeParameters } from 'n8n-workflow';
import { headTimeoutOf } from '../../nodes/WebData/client/request';
import { openParameters, type ParameterSource, readSettings } from '../../nodes/WebData/host/input';
import { prepareItem } from '../../nodes/WebData/host/item';
import type { Operation } from '../../nodes/WebData/operation/operation';
import { findOperation } from '../../nodes/WebData/resources';

/** The node waits this much longer than the service. */
const GRACE_MS = 30_000;

function timeoutOf(name: string, values: Record<string, unknown>): number {
	const operation = findOperation('scrape', name);
	if (operation === undefined) throw new Error(`No operation ${name}`);
	const source = { get: (field: string, _item: number, other: unknown) => values[field] ?? other };
	const prepared = prepareItem(source, operation, 0);
	if ('issues' in prepared) throw new Error(JSON.stringify(prepared.issues));
	return headTimeoutOf(prepared.plan.request, 1) - GRACE_MS;
}

/** According to "Scrape request" in the specification, `timeout` is in milliseconds. */
it.each<[string, object, number]>([
	['the form', { timeout: 2000 }, 2000],
	['Additional Body Fields', { timeout: 2000, additionalBodyFields: { timeout: 9000 } }, 9000],
	['the maximum if neither sets it', {}, 300_000],
	['the maximum if it is not a number', { additionalBodyFields: { timeout: 'long' } }, 300_000],
])('the service timeout of Scrape comes from %s', (_source, options, ms) => {
	expect(timeoutOf('scrape', { url: 'https://example.com', options })).toBe(ms);
});

describe('openParameters', () => {
	function readItems(field: unknown) {
		const reads: number[] = [];
		const opened = openParameters({
			getNode: () => ({ parameters: { field } as INodeParameters }) as INode,
			getNodeParameter: ((_name: string, itemIndex: number) => {
				reads.push(itemIndex);
				return `value for ${itemIndex}`;
			}) as never,
		});
		const values = [0, 1, 2].map((itemIndex) => opened.get('field', itemIndex, null));
		return { reads, values };
	}

	it.each([
		['a string', 'https://example.com', [0, 0, 0]],
		['undefined, because it is hidden', undefined, [0, 0, 0]],
		['an expression', '={{ $json.url }}', [0, 1, 2]],
		['rows with an expression', { action: [{ type: 'wait' }, { type: '={{ 1 }}' }] }, [0, 1, 2]],
	])('reads a parameter stored as %s once, or for each item', (_name, stored, items) => {
		const values = items.map((item) => `value for ${item}`);
		expect(readItems(stored)).toEqual({ reads: [...new Set(items)], values });
	});
});

it('Simplify is read from text, true by default, and an issue with another text', () => {
	const prepared = (simplify?: unknown) => {
		const values: Record<string, unknown> = { url: 'https://example.com', simplify };
		const source = { get: (name: string, _item: number, other: unknown) => values[name] ?? other };
		return prepareItem(source, findOperation('map', 'map') as Operation, 0);
	};

	expect(prepared('false')).toMatchObject({ settings: { simplify: false } });
	expect(prepared(undefined)).toMatchObject({ settings: { simplify: true } });
	const message = 'must be true or false (it is "off")';
	expect(prepared('off')).toEqual({ issues: [{ label: 'Simplify', message }] });
});

it('Max Credits per Execution is an issue if its expression returns no value', () => {
	const label = 'Request Settings > Max Credits per Execution';
	const message = 'is empty, because its expression returns no value';
	const requestSettings = { maxCreditsPerExecution: undefined };
	const source: ParameterSource = {
		get: (name, _item, fallback) => (name === 'requestSettings' ? requestSettings : fallback),
		stored: { requestSettings: { maxCreditsPerExecution: '={{ $json.budget }}' } },
	};
	expect(readSettings(source, 0)).toMatchObject({ issues: [{ label, message }] });
});
