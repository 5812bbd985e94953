import type { INodeProperties, INodePropertyMode, INodePropertyModeValidation } from 'n8n-workflow';
import { snapshotId } from '../../../nodes/WebData/api/agent/agentRequest';
import { findOperation } from '../../../nodes/WebData/operations';
import { readForm } from '../../../nodes/WebData/operations/form/readForm';
import { showFor } from '../../../nodes/WebData/operations/form/showFor';

const locator: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
};
const mapper: INodeProperties = {
	displayName: 'Tool Options',
	name: 'toolOptions',
	type: 'resourceMapper',
	default: { mappingMode: 'defineBelow', value: null },
};

const read = (field: INodeProperties, value: unknown) =>
	readForm([field], { [field.name]: value }).values[field.name];

it.each<[string, unknown, unknown]>([
	['chosen from a list', { __rl: true, mode: 'list', value: 'a', cachedResultName: 'A' }, 'a'],
	['entered as an id', { __rl: true, mode: 'id', value: 'a' }, 'a'],
	['stored before there was a list', 'a', 'a'],
	['a number from an expression', { __rl: true, mode: 'id', value: 7 }, '7'],
	['not filled in', { __rl: true, mode: 'list', value: '' }, undefined],
	['without a value', { __rl: true, mode: 'list', value: null }, undefined],
	['another value, which the schema rejects', { id: 'a' }, { id: 'a' }],
])('a resource locator: %s', (_name, value, expected) => {
	expect(read(locator, value)).toEqual(expected);
});

const mapped = (value: unknown, kinds: Record<string, string> = {}) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns: [],
	schema: Object.entries(kinds).map(([id, type]) => ({ id, type })),
});

it.each<[string, unknown, unknown]>([
	['the filled fields', mapped({ a: 'x', b: '', c: null, d: [], e: {} }), { a: 'x' }],
	['false and 0', mapped({ a: false, b: 0 }), { a: false, b: 0 }],
	[
		'strings from expressions, in the type of the field',
		mapped(
			{ a: '5', b: 'true', c: '[1]', d: '{"e":1}', f: 7, g: 7 },
			{ a: 'number', b: 'boolean', c: 'array', d: 'object', f: 'string' },
		),
		{ a: 5, b: true, c: [1], d: { e: 1 }, f: '7', g: 7 },
	],
	['lists and objects from expressions', mapped({ a: [1] }, { a: 'array' }), { a: [1] }],
	['names of the surrounding form', mapped({ specifySchema: 'x' }), { specifySchema: 'x' }],
	['nothing', mapped(null), undefined],
	['an object instead', { a: '5' }, { a: '5' }],
	['JSON instead', '{"a":5}', { a: 5 }],
])('a resource mapper: %s', (_name, value, expected) => {
	expect(read(mapper, value)).toEqual(expected);
});

describe('the pattern of the form for a snapshot ID', () => {
	const [, byId] = findOperation('agent', 'getSnapshot')?.fields.find(
		({ name }) => name === 'snapshotId',
	)?.modes as INodePropertyMode[];
	const [rule] = byId?.validation as INodePropertyModeValidation[];
	const { regex = '' } = rule?.properties as { regex?: string };
	const uuid = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

	it.each([
		['snap_01HZX', true],
		[' "snap_01HZX" ', true],
		[uuid, true],
		[`id: ${uuid}`, true],
		[`https://api.example.com/v2/agent/${uuid}/snapshots/snap_01HZX?x=1`, true],
		['my snapshot', false],
		['https://api.example.com/v2/agent', false],
		['', false],
	])('%j: %j, as in the schema', (text, passes) => {
		// n8n requires a validation pattern to match the whole value.
		const passing = new RegExp(`^${regex}$`);
		expect([passing.test(text), snapshotId.safeParse(text).success]).toEqual([passes, passes]);
	});
});

it('a resource mapper with invalid JSON is an issue of its field', () => {
	const { issues } = readForm([mapper], { toolOptions: mapped({ a: '[1' }, { a: 'array' }) });
	expect(issues).toEqual([
		{ label: 'Tool Options > a', message: 'is not valid JSON at line 1, column 3' },
	]);
});

describe('a single selected tool', () => {
	const operation = findOperation('catalog', 'call');
	const plan = (raw: Record<string, unknown>) => {
		const { values } = readForm(operation?.fields ?? [], { specifyCalls: 'tool', ...raw });
		return operation?.plan(values);
	};
	const tool = { __rl: true, mode: 'list', value: 'rates/convert' };
	const call = { provider: 'rates', capability: 'convert' };

	it.each<[string, Record<string, unknown>, unknown]>([
		['with fields', { toolOptions: mapped({ amount: '5' }, { amount: 'number' }) }, { amount: 5 }],
		['with JSON', { specifyToolOptions: 'json', toolOptionsJson: '{"amount":5}' }, { amount: 5 }],
		['without options', { toolOptions: mapped(null) }, undefined],
	])('is one call, %s', (_name, raw, options) => {
		expect(plan({ tool, specifyToolOptions: 'fields', ...raw })).toMatchObject({
			request: { body: { catalog: [options === undefined ? call : { ...call, options }] } },
		});
	});

	it('is sent with the other fields of its collection', () => {
		const raw = { tool, specifyToolOptions: 'fields', options: { timeout: 5000, requestId: 'a' } };
		expect(plan(raw)).toMatchObject({
			request: {
				body: { catalog: [call], timeout: 5000 },
				headers: { 'x-request-id': 'a' },
				serviceTimeoutMs: 5000,
			},
		});
		expect(Object.keys((plan(raw) as { request: { body: object } }).request.body)).toEqual([
			'catalog',
			'timeout',
		]);
	});

	it.each([
		[{}, 'is required'],
		[{ tool: { ...tool, value: 'rates' } }, expect.stringMatching(/^must be provider\/capability/)],
	])('is required: %j', (raw, message) => {
		expect(plan(raw)).toEqual({ issues: [{ path: ['tool'], message }] });
	});
});

test('fields are shown for their operations, in addition to their own conditions', () => {
	const field = { displayName: 'A', name: 'a', type: 'string' as const, default: '' };
	const bound = { ...field, displayOptions: { show: { kind: ['x'] } } };
	expect(
		showFor('scrape', ['read', 'write'], [field, bound]).map((each) => each.displayOptions),
	).toEqual([
		{ show: { resource: ['scrape'], operation: ['read', 'write'] } },
		{ show: { kind: ['x'], resource: ['scrape'], operation: ['read', 'write'] } },
	]);
	expect(field).not.toHaveProperty('displayOptions');
});
