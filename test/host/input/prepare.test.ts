import type { INode, INodeParameters } from 'n8n-workflow';
import { serviceTimeoutMs } from '../../../nodes/WebData/api/http/request';
import {
	openParameters,
	type ParameterSource,
} from '../../../nodes/WebData/host/input/parameterSource';
import { prepareItem, readSettings } from '../../../nodes/WebData/host/input/prepare';
import type { Operation } from '../../../nodes/WebData/operations/operation';
import { findOperation } from '../../../nodes/WebData/operations';

function timeoutOf(name: string, values: Record<string, unknown>): number {
	const operation = findOperation('scrape', name);
	if (operation === undefined) throw new Error(`No operation ${name}`);
	const source = { get: (field: string, _item: number, other: unknown) => values[field] ?? other };
	const prepared = prepareItem(source, operation, 0);
	if ('issues' in prepared) throw new Error(JSON.stringify(prepared.issues));
	return serviceTimeoutMs(prepared.plan.request);
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

/**
 * According to "Interact" in the specification, `timeout` is in seconds. Reloading the page takes
 * up to one additional minute.
 */
it.each<[string, object, number]>([
	['the form', { timeout: 20 }, 80_000],
	['Additional Body Fields', { additionalBodyFields: { timeout: 300 } }, 360_000],
	['neither', {}, 90_000],
])('the service timeout of Interact comes from %s', (_source, options, ms) => {
	const scrapeId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
	const values = { scrapeId, interactWith: 'prompt', prompt: 'Click', options };
	expect(timeoutOf('interact', values)).toBe(ms);
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
		['a string', 'https://example.com'],
		['undefined, because it is hidden', undefined],
		['a string that contains an equals sign', 'a=b'],
		['rows of strings', { format: [{ type: 'markdown' }] }],
		['a number', 5],
	])('reads a parameter stored as %s once', (_name, stored) => {
		const values = ['value for 0', 'value for 0', 'value for 0'];
		expect(readItems(stored)).toEqual({ reads: [0], values });
	});

	it.each([
		['an expression', '={{ $json.url }}'],
		['rows, one with an expression', { action: [{ type: 'wait' }, { type: '={{ $json.type }}' }] }],
		['a list with an expression', ['a', '={{ $json.tag }}']],
	])('reads a parameter stored as %s for each item', (_name, stored) => {
		const values = ['value for 0', 'value for 1', 'value for 2'];
		expect(readItems(stored)).toEqual({ reads: [0, 1, 2], values });
	});
});

describe('Simplify', () => {
	const prepared = (simplify?: unknown) =>
		prepareItem(
			{
				get: (name, _item, fallback) =>
					({ url: 'https://example.com', simplify })[name] ?? fallback,
			},
			findOperation('map', 'map') as Operation,
			0,
		);

	it.each([
		['false', false],
		['FALSE', false],
		[false, false],
		['true', true],
		[undefined, true],
		['', true],
	])('with the value %j is %s', (value, expected) => {
		expect(prepared(value)).toMatchObject({ settings: { simplify: expected } });
	});

	it('with another text is an issue', () => {
		const message = 'must be true or false (it is "off")';
		expect(prepared('off')).toEqual({ issues: [{ label: 'Simplify', message }] });
	});
});

it('Max Credits per Execution is an issue if its expression returns no value', () => {
	const { label, message } = {
		label: 'Request Settings > Max Credits per Execution',
		message: 'is empty, because its expression returns no value',
	};
	const requestSettings = { maxCreditsPerExecution: undefined };
	const source: ParameterSource = {
		get: (name, _item, fallback) => (name === 'requestSettings' ? requestSettings : fallback),
		stored: { requestSettings: { maxCreditsPerExecution: '={{ $json.budget }}' } },
	};
	expect(readSettings(source, 0)).toEqual({ issues: [{ label, message }] });
});
