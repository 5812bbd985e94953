import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	Workflow,
	WorkflowDataProxy,
} from 'n8n-workflow';
import { toTransportRequest } from '../../nodes/WebData/client/request';
import { openParameters, type ParameterSource, readSettings } from '../../nodes/WebData/host/input';
import { prepareItem } from '../../nodes/WebData/host/item';
import type { Operation } from '../../nodes/WebData/operation/operation';
import { findOperation } from '../../nodes/WebData/resources';

const account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key' };

/** The node waits this much longer than the service. */
const GRACE_MS = 30_000;

function timeoutOf(name: string, values: Record<string, unknown>): number {
	const operation = findOperation('scrape', name);
	if (operation === undefined) throw new Error(`No operation ${name}`);
	const source = { get: (field: string, _item: number, other: unknown) => values[field] ?? other };
	const prepared = prepareItem(source, operation, 0);
	if ('issues' in prepared) throw new Error(JSON.stringify(prepared.issues));
	return toTransportRequest(account, prepared.plan.request).headTimeoutMs - GRACE_MS;
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
			getWorkflowDataProxy: () => ({ $json: {} }) as never,
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

describe('the value of an expression', () => {
	const json: IDataObject = {
		...{ url: 'https://a.example', 'Page URL': '={{ 1 }}', empty: '', count: 3, nothing: null },
		...{ page: { url: 'https://b.example' }, urls: ['https://c.example'] },
	};
	const node = { id: '1', name: 'Node', type: 'node', typeVersion: 1 } as INode;
	const workflow = new Workflow({
		nodes: [{ ...node, position: [0, 0], parameters: {} }],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => undefined } as never,
	});
	const item: [null, number, number, string, INodeExecutionData[]] = [
		null,
		0,
		0,
		'Node',
		[{ json }],
	];

	/** Returns the value and whether n8n has evaluated the expression. */
	function read(expression: string): [value: unknown, isEvaluated: boolean] {
		let isEvaluated = false;
		const opened = openParameters({
			getNode: () => ({ ...node, parameters: { field: expression } }),
			getNodeParameter: (() => {
				isEvaluated = true;
				return workflow.expression.getParameterValue(expression, ...item, 'manual', {});
			}) as never,
			getWorkflowDataProxy: () =>
				new WorkflowDataProxy(workflow, ...item, {}, 'manual', {}).getDataProxy(),
		});
		return [opened.get('field', 0, null), isEvaluated];
	}

	it.each([
		['={{ $json.url }}', 'https://a.example'],
		["={{$json['Page URL']}}", '={{ 1 }}'],
		['={{ $json["page"].url }}', 'https://b.example'],
		['={{ $json.empty }}', ''],
	])('%s is read from the item', (expression, value) => {
		expect(read(expression)).toEqual([value, false]);
	});

	it.each([
		['={{ $json.count }}', 3],
		['={{ $json.nothing }}', null],
		['={{ $json.missing }}', undefined],
		['={{ $json.count.missing.url }}', undefined],
		['={{ $json.page }}', { url: 'https://b.example' }],
		['={{ $json.urls[0] }}', 'https://c.example'],
		['={{ $json.url.length }}', 17],
		['={{ $json.url.toUpperCase() }}', 'HTTPS://A.EXAMPLE'],
		['={{ $json.url }}/', 'https://a.example/'],
		['= {{ $json.url }}', ' https://a.example'],
		['={{ $json["url" + ""] }}', 'https://a.example'],
	])('%s is evaluated by n8n', (expression, value) => {
		expect(read(expression)).toEqual([value, true]);
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

describe('the form of several items', () => {
	const scrape = findOperation('scrape', 'scrape') as Operation;
	/** `form` gives the parameters of an item, and `stored` those with expressions. */
	function prepareAll(stored: INodeParameters, form: (item: number) => INodeParameters) {
		const source = openParameters({
			getNode: () => ({ parameters: stored }) as INode,
			getNodeParameter: ((name: string, item: number, other: unknown) =>
				form(item)[name] ?? other) as never,
			getWorkflowDataProxy: () => ({ $json: {} }) as never,
		});
		return [0, 1, 2].map((item) => {
			const prepared = prepareItem(source, scrape, item);
			return 'issues' in prepared
				? prepared.issues.map(({ label }) => label)
				: (prepared.plan.request.body as Record<string, unknown>);
		});
	}
	const url = '={{ $json.url }}';
	const urlOf = (item: number) => `https://example.com/${item}`;

	it('is read and checked once for all items, except the fields with expressions, in the order of the form', () => {
		const options = { timeout: '={{ $json.ms }}', includeTags: 'a\nb', mobile: true };
		const bodies = prepareAll({ url, options }, (item) => ({
			url: urlOf(item),
			options: { ...options, timeout: 1000 + item },
		}));
		expect(bodies).toEqual(
			[0, 1, 2].map((item) => {
				const sent = { includeTags: ['a', 'b'], mobile: true, timeout: 1000 + item };
				return { url: urlOf(item), ...sent };
			}),
		);
		const [first, second] = bodies as Record<string, unknown>[];
		expect(second?.includeTags).toBe(first?.includeTags);
		expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}));
	});

	it('has the same issue for each item if a field without an expression is invalid', () => {
		const options = { timeout: 'soon', waitFor: '1.000' };
		const labels = ['Options > Page: Wait For (Ms)', 'Options > Timeout (Ms)'];
		const issues = prepareAll({ url, options }, (item) => ({ url: urlOf(item), options }));
		expect(issues.map((each) => [...(each as string[])].sort())).toEqual([labels, labels, labels]);
	});

	it('is read again where an expression decides which fields are shown', () => {
		const format = (item: number) => [{ type: item === 1 ? 'json' : 'markdown', prompt: 'a' }];
		const stored = { format: [{ type: '={{ $json.type }}', prompt: 'a' }] };
		const bodies = prepareAll({ url, formats: stored }, (item) => ({
			url: urlOf(item),
			formats: { format: format(item) },
		}));
		const markdown = { url: urlOf(0) };
		expect(bodies).toEqual([
			markdown,
			{ url: urlOf(1), formats: [{ type: 'json', prompt: 'a' }] },
			{ url: urlOf(2) },
		]);
	});
});
