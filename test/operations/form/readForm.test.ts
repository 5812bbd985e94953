import type { INodeProperties } from 'n8n-workflow';
import { findOperation, resources } from '../../../nodes/WebData/operations';
import { readForm } from '../../../nodes/WebData/operations/form/readForm';
import { commaList, group, presence, uiOnly } from '../../../nodes/WebData/operations/form/marks';
import { labelOf } from '../../../nodes/WebData/operations/form/labels';
import type { JsonObject } from '../../../nodes/WebData/api/http/response';
import { deepMerge } from '../../../nodes/WebData/operations/form/deepMerge';

const field = (name: string, rest: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: `The ${name}`,
	name,
	type: 'string',
	default: '',
	...rest,
});

const text = field('text');
const flag = field('flag', { type: 'boolean' });
const count = field('count', { type: 'number' });
const json = field('json', { type: 'json' });
const list = field('list', { typeOptions: { multipleValues: true } });
const languages = commaList(field('languages', { typeOptions: { multipleValues: true } }));
const choices = field('choices', { type: 'multiOptions' });
const additions = field('additionalFields', { displayName: 'More (JSON)', type: 'json' });
const collection = (name: string, options: INodeProperties[]) =>
	field(name, { type: 'collection', options });
const rowsOf = (name: string, values: INodeProperties[], multipleValues = true) =>
	field(name, {
		type: 'fixedCollection',
		typeOptions: { multipleValues },
		options: [{ displayName: 'Row', name: 'row', values }],
	});

const scrapeFields = findOperation('scrape', 'scrape')?.fields ?? [];
const valuesOf = (fields: INodeProperties[], raw: Record<string, unknown>) =>
	readForm(fields, raw).values;

describe('a value has the name of its field', () => {
	test.each<[string, INodeProperties, unknown]>([
		['text', text, 'abc'],
		['a number', count, 5],
		['true', flag, true],
		['false, which is a value', flag, false],
		['zero, which is a value', count, 0],
		['a list', list, ['a', 'b']],
		['choices', choices, ['a', 'b']],
	])('%s', (_kind, each, value) => {
		expect(readForm([each], { [each.name]: value })).toMatchObject({
			values: { [each.name]: value },
			issues: [],
		});
	});

	test('a parameter without a field is left out', () => {
		expect(valuesOf([text], { text: 'a', stray: 'b' })).toEqual({ text: 'a' });
	});
});

describe('an empty value is left out', () => {
	test.each<[string, INodeProperties, unknown]>([
		['an absent value', text, undefined],
		['null', text, null],
		['empty text', text, ''],
		['an empty list', list, []],
		['a list of nothing', list, ['', null, []]],
		['no selected options', choices, []],
		['a string of commas for options', choices, ' , '],
		['an untouched collection', collection('c', [text]), {}],
		['a collection whose fields are empty', collection('c', [text]), { text: '' }],
		['no rows', rowsOf('rows', [text]), {}],
		['an empty list of rows', rowsOf('rows', [text]), { row: [] }],
		['empty JSON text', json, ''],
		['JSON null', json, '{}'],
	])('%s', (_kind, each, value) => {
		expect(readForm([each], { [each.name]: value })).toMatchObject({ values: {}, issues: [] });
	});
});

describe('a collection marked as presence', () => {
	const redaction = presence(collection('redaction', [text]));

	test.each([
		['while it is empty', {}, {}],
		['with an empty field', { text: '' }, {}],
		['with a field', { text: 'a' }, { text: 'a' }],
	])('is set %s', (_case, given, read) => {
		expect(valuesOf([redaction], { redaction: given })).toEqual({ redaction: read });
	});

	test.each([[undefined], [null], ['']])('is not set by %j', (given) => {
		expect(valuesOf([redaction], { redaction: given })).toEqual({});
	});
});

describe('an expression may return another type than the field has', () => {
	test.each<[string, INodeProperties, unknown, unknown]>([
		['text for a number', count, '42', 42],
		['text with spaces for a number', count, ' 4.5 ', 4.5],
		['text that is not a number is kept', count, 'many', 'many'],
		['text of spaces is not a number', count, ' ', ' '],
		['text for true', flag, 'true', true],
		['text for false, in any case', flag, ' False ', false],
		['text that is neither is kept', flag, 'yes', 'yes'],
		['another word is kept', flag, 'constructor', 'constructor'],
		['a number for text', text, 42, '42'],
		['false for text', text, false, 'false'],
		['a date for text', text, new Date('2026-01-31'), '2026-01-31T00:00:00.000Z'],
		['an invalid date', text, new Date('soon'), 'Invalid Date'],
		['a date for a list of text', list, new Date(0), ['1970-01-01T00:00:00.000Z']],
		['a string for a list', list, 'article', ['article']],
		['a string with a comma is one selector', list, 'h1, h2', ['h1, h2']],
		['a list of lists for a list', list, [['a', 'b'], 'c'], ['a', 'b', 'c']],
		['numbers for a list of text', list, [1, 'b'], ['1', 'b']],
		['lines for a list', list, ' a\r\nb\n\n c ', ['a', 'b', 'c']],
		['lines in entries of a list', list, ['a\nb', 'c'], ['a', 'b', 'c']],
		['a JSON array for a list', list, '["a, b", "c"]', ['a, b', 'c']],
		['brackets that are not JSON', list, '[data-id]', ['[data-id]']],
		[
			'a comma before another URL',
			list,
			'https://a.example/1,2, HTTP://b.example',
			['https://a.example/1,2', 'HTTP://b.example'],
		],
		['commas for a list of languages', languages, 'de-DE, en\nfr', ['de-DE', 'en', 'fr']],
		['a string for options', choices, 'a, b,c', ['a', 'b', 'c']],
		['a nested list for options', choices, [['a'], 'b'], ['a', 'b']],
	])('%s', (_kind, each, given, value) => {
		expect(valuesOf([each], { [each.name]: given })).toEqual({ [each.name]: value });
	});
});

describe('a JSON field', () => {
	test.each<[string, unknown, unknown]>([
		['an object', '{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
		['a list', ' [1, 2]\n', [1, 2]],
		['a bare value', '5', 5],
		['an object from an expression', { a: 1 }, { a: 1 }],
		['a list from an expression', ['a'], ['a']],
	])('accepts %s', (_kind, given, value) => {
		expect(readForm([json], { json: given })).toMatchObject({
			values: { json: value },
			issues: [],
		});
	});

	test.each([
		['in the middle of a line', '{"a": b}', 'line 1, column 7'],
		['in the middle of the text', '{\n  "a": 1,\n  "b": oops,\n  "c": 2\n}', 'line 3, column 8'],
		['at an extra comma', '{\n  "a": 1,\n}', 'line 3, column 1'],
		['at single quotes', "{'a': 1}", 'line 1, column 2'],
		['at a comment', '{"a": 1} // note', 'line 1, column 10'],
		['at a second value', '{"a": 1} 5', 'line 1, column 10'],
		['at its end, if something is missing', '{"a": [1, 2]', 'line 1, column 13'],
		['at its end, some lines below', '{\n  "a": 1\n', 'line 3, column 1'],
		['at the beginning of plain text', 'price and title', 'line 1, column 1'],
	])('reports the position of the first mistake: %s', (_case, given, where) => {
		expect(readForm([json], { json: given })).toMatchObject({
			values: {},
			issues: [{ label: 'The json', message: `is not valid JSON at ${where}` }],
		});
	});
});

const headers = rowsOf('headers', [field('name'), field('value')]);

describe('a collection', () => {
	const rows = rowsOf('rows', [text, count]);
	const raw = { text: 'a', count: 1 };

	test.each<[string, INodeProperties, unknown, unknown]>([
		[
			'has only the fields that were added',
			collection('c', [text, count]),
			{ count: 5 },
			{ count: 5 },
		],
		['that is not an object is kept for the schema to reject', collection('c', [text]), 'A', 'A'],
		['of rows is a list in their order', rows, { row: [{ text: 'b' }, raw] }, [{ text: 'b' }, raw]],
		['of rows accepts a single row as an object', rows, { row: raw }, [raw]],
		[
			'of rows keeps empty rows, so that the others keep their numbers',
			rows,
			{ row: [{}, raw] },
			[{}, raw],
		],
		['of one row is an object', rowsOf('size', [text, count], false), { row: raw }, raw],
		[
			'of names and values is an object',
			headers,
			{ row: [{ name: 'Cookie', value: 'a=1' }, { name: 'X', value: 5 }, { name: 'Y' }] },
			{ Cookie: 'a=1', X: '5', Y: '' },
		],
		[
			'of names and values has no empty rows',
			headers,
			{
				row: [
					{ name: '', value: '' },
					{ name: 'X', value: '1' },
				],
			},
			{ X: '1' },
		],
		[
			'of names and values keeps an empty name for the schema to reject',
			headers,
			{ row: [{ name: '', value: 'a' }] },
			{ '': 'a' },
		],
	])('%s', (_rule, each, value, expected) => {
		expect(valuesOf([each], { [each.name]: value })).toEqual({ [each.name]: expected });
	});

	test('marked as a group adds no level', () => {
		const fields = [text, group(collection('settings', [count]))];
		expect(valuesOf(fields, { text: 'a', settings: { count: 5 } })).toEqual({
			text: 'a',
			count: 5,
		});
	});
});

test('rows of names and values with a duplicate name are an issue', () => {
	const row = [{ name: 'X' }, { name: 'Y' }, { name: 'X' }];
	expect(readForm([headers], { headers: { row } }).issues).toEqual([
		{ label: 'The headers > Row 3', message: "repeats the name 'X'" },
	]);
});

describe('a hidden field', () => {
	const kind = field('kind');
	const shown = (name: string, ...kinds: string[]) =>
		field(name, { displayOptions: { show: { kind: kinds } } });

	test('has no value, although n8n keeps it', () => {
		const fields = [kind, shown('a', 'x', 'y'), shown('b', 'z')];
		expect(valuesOf(fields, { kind: 'y', a: '1', b: '2' })).toEqual({ kind: 'y', a: '1' });
	});

	test('is evaluated in each row', () => {
		const row = ['x', 'z'].map((each) => ({ kind: each, a: '1', b: '2' }));
		const rows = rowsOf('rows', [kind, shown('a', 'x'), shown('b', 'z')]);
		expect(valuesOf([rows], { rows: { row } })).toEqual({
			rows: [
				{ kind: 'x', a: '1' },
				{ kind: 'z', b: '2' },
			],
		});
	});

	test('is shown only if all conditions are met', () => {
		const both = field('both', { displayOptions: { show: { kind: ['x'], text: ['a'] } } });
		const read = (value: string) =>
			valuesOf([kind, text, both], { kind: 'x', text: value, both: '1' });
		expect([read('a'), read('b')]).toEqual([
			{ kind: 'x', text: 'a', both: '1' },
			{ kind: 'x', text: 'b' },
		]);
	});

	test('is shown if the condition names a field of another level', () => {
		expect(valuesOf([shown('a', 'x')], { a: '1' })).toEqual({ a: '1' });
	});

	test('depends on a field marked as UI only, which has no value', () => {
		const until = uiOnly(field('waitUntil'));
		const timed = field('count', {
			type: 'number',
			displayOptions: { show: { waitUntil: ['time'] } },
		});
		expect(valuesOf([until, timed], { waitUntil: 'time', count: 5 })).toEqual({ count: 5 });
		expect(valuesOf([until, timed], { waitUntil: 'element', count: 5 })).toEqual({});
	});
});

describe('additional fields', () => {
	const place = collection('place', [text, additions]);

	test('are merged into their object and override its fields', () => {
		const raw = { place: { text: 'a', additionalFields: '{"text": "b", "zone": 1}' } };
		expect(valuesOf([place], raw)).toEqual({ place: { text: 'b', zone: 1 } });
	});

	test('are the object if it has no other fields', () => {
		expect(valuesOf([place], { place: { additionalFields: { zone: 1 } } })).toEqual({
			place: { zone: 1 },
		});
	});

	test.each([
		['5', 'must be a JSON object'],
		['"text"', 'must be a JSON object'],
		['[1]', 'must be a JSON object'],
		['{', expect.stringContaining('JSON')],
	])('are an issue of their own label and change nothing if they are %s', (json, message) => {
		expect(readForm([place], { place: { text: 'a', additionalFields: json } })).toMatchObject({
			values: { place: { text: 'a' } },
			issues: [{ label: 'The place > More (JSON)', message }],
		});
	});
});

describe('the label of a value', () => {
	const raw = {
		url: 'https://example.com',
		formats: { format: [{ type: 'markdown' }, { type: 'screenshot', options: { quality: 5 } }] },
		options: {
			actions: { action: [{ type: 'scrape' }, { type: 'click', selector: 'a' }] },
			headers: { header: [{ name: 'Cookie', value: 'a' }] },
			location: { country: 'DE' },
			timeout: 5,
		},
	};
	const { labelAt } = readForm(scrapeFields, raw);

	test.each<[(string | number)[], string]>([
		[['url'], 'URL'],
		[['formats'], 'Formats'],
		[['formats', 1], 'Formats > Format 2'],
		[['formats', 1, 'type'], 'Formats > Format 2 > Type'],
		[['formats', 1, 'quality'], 'Formats > Format 2 > Format Options > Quality'],
		[['timeout'], 'Options > Page: Timeout (Ms)'],
		[['actions', 1], 'Options > Page: Actions > Action 2'],
		[['actions', 1, 'selector'], 'Options > Page: Actions > Action 2 > Selector'],
		[['location', 'country'], 'Options > Browser: Location > Country'],
	])('of %j is %s', (path, label) => {
		expect(labelAt(path)).toBe(label);
	});

	test.each<[string, (string | number)[], string]>([
		[
			'the label of the nearest parent and the rest of the path',
			['headers', 'Cookie'],
			'Options > Browser: Headers > Cookie',
		],
		[
			'the label of the nearest parent, with entries counted from 1',
			['formats', 0, 'schema', 'items', 0],
			'Formats > Format 1 > schema > items > 1',
		],
		[
			'only the label of the nearest parent if the rest has no name',
			['headers', ''],
			'Options > Browser: Headers',
		],
		['known if the field was not added', ['waitFor'], 'Options > Page: Wait For (Ms)'],
		['known if its group was not added', ['maxAge'], 'Options > Cache: Max Age (Ms)'],
		['the path if no field matches', ['catalog', 0, 'provider'], 'catalog > 1 > provider'],
	])('is %s', (_rule, path, label) => {
		expect(labelAt(path)).toBe(label);
	});

	test.each([
		['url', 'URL'],
		['timeout', 'Options > Page: Timeout (Ms)'],
		['maxPages', 'Options > PDF: Parsers > Parser Options > Max Pages'],
		['checkPromptInjection', 'Formats > Format Options > Injection Check'],
		['catalog', undefined],
	])('is found by the name %s', (name, label) => {
		expect(labelOf(scrapeFields, name)).toBe(label);
	});
});

describe('deepMerge', () => {
	test.each<[string, Record<string, unknown>, Record<string, unknown>, unknown]>([
		['adds', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
		['replaces', { a: 1 }, { a: null }, { a: null }],
		[
			'merges nested objects',
			{ a: { b: 1, c: { d: 1 } } },
			{ a: { c: { e: 2 } } },
			{ a: { b: 1, c: { d: 1, e: 2 } } },
		],
		['replaces whole lists', { a: [1, 2, 3] }, { a: [4] }, { a: [4] }],
		['replaces a list by an object', { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
		['replaces an object by a value', { a: { b: 1 } }, { a: 5 }, { a: 5 }],
		['keeps everything if there is nothing to add', { a: { b: [1] } }, {}, { a: { b: [1] } }],
	])('%s', (_rule, base, over, merged) => {
		expect(deepMerge(base, over)).toEqual(merged);
	});

	test('changes neither of its arguments', () => {
		const base = { a: { b: 1 } };
		const over = { a: { c: 2 } };
		deepMerge(base, over);
		expect([base, over]).toEqual([{ a: { b: 1 } }, { a: { c: 2 } }]);
	});

	test.each([
		['at the top', '{"__proto__": {"bad": true}}', '{"a":{"b":1},"__proto__":{"bad":true}}'],
		['below', '{"a": {"__proto__": {"bad": 1}}}', '{"a":{"b":1,"__proto__":{"bad":1}}}'],
	])('treats __proto__ %s as data', (_where, additions, merged) => {
		const result = deepMerge({ a: { b: 1 } }, JSON.parse(additions) as Record<string, unknown>);
		expect(JSON.stringify(result)).toBe(merged);
		expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
		expect(result.a).not.toHaveProperty('bad');
	});
});

describe('a field that depends on a Boolean', () => {
	const samples: Partial<Record<string, unknown>> = {
		string: 'text',
		number: 20,
		collection: { timeout: 20_000 },
	};
	const conditions = resources.flatMap(({ operations }) =>
		operations.flatMap(({ fields, action }) =>
			fields
				.filter(({ type }) => type === 'boolean')
				.map(({ name }) => ({
					title: `${action}, ${name}`,
					fields,
					name,
					dependents: fields.filter(({ displayOptions }) => displayOptions?.show?.[name]),
				}))
				.filter(({ dependents }) => dependents.length > 0),
		),
	);

	test.each(conditions)('has the same value if the Boolean is text: $title', (condition) => {
		const { fields, name, dependents } = condition;
		const others = Object.fromEntries(dependents.map((each) => [each.name, samples[each.type]]));
		const read = (value: unknown) => valuesOf(fields, { ...others, [name]: value });
		expect([read('TRUE'), read(' false ')]).toEqual([read(true), read(false)]);
		expect(read(true)).not.toEqual({ ...read(false), [name]: true });
	});

	test('is shown according to the default if the Boolean is empty', () => {
		const all = field('all', { type: 'boolean', default: false as unknown as string });
		const limit = { ...count, displayOptions: { show: { all: [false] } } };
		expect(valuesOf([all, limit], { all: null, count: 5 })).toEqual({ count: 5 });
	});
});

describe('a field whose value limits the costs or is a schema', () => {
	const issuesOf = (resource: string, name: string, raw: JsonObject, stored: JsonObject = {}) =>
		readForm(findOperation(resource, name)?.fields ?? [], raw, stored).issues;
	const empty = 'is empty, because its expression returns no value';
	const expression = '={{ $json.absent }}';
	const inFormat = (value: unknown, key: string) => ({
		formats: { format: [{ type: 'markdown' }, { type: 'json', [key]: value }] },
	});
	const inParser = (value: unknown) => ({
		options: { parsers: { parser: [{ options: { maxPages: value } }] } },
	});

	test.each<[string, string, string, (value: unknown) => JsonObject]>([
		['crawl', 'run', 'Limit', (limit) => ({ limit })],
		['crawl', 'start', 'Limit', (limit) => ({ limit })],
		['search', 'search', 'Limit', (limit) => ({ limit })],
		['map', 'map', 'Limit', (limit) => ({ limit })],
		['agent', 'run', 'Max Credits', (maxCredits) => ({ maxCredits })],
		['agent', 'run', 'Schema', (schema) => ({ specifySchema: 'schema', schema })],
		['agent', 'run', 'Example', (schemaExample) => ({ specifySchema: 'example', schemaExample })],
		['scrape', 'scrape', 'Formats > Format 2 > Schema', (value) => inFormat(value, 'schema')],
		['scrape', 'scrape', 'Formats > Format 2 > Prompt', (value) => inFormat(value, 'prompt')],
		[
			'scrape',
			'scrape',
			'Options > PDF: Parsers > Parser 1 > Parser Options > Max Pages',
			inParser,
		],
	])('is an issue in %s %s if its expression is empty: %s', (resource, name, label, form) => {
		const issues = [{ label, message: empty }];
		for (const value of [undefined, null, '']) {
			expect(issuesOf(resource, name, form(value), form(expression))).toEqual(issues);
		}
		expect(issuesOf(resource, name, form(undefined), form(undefined))).toEqual([]);
	});

	test('is an issue if the expression of its parent returns it without a value', () => {
		const raw = { formats: { format: [{ type: 'json', schema: null }] } };
		expect(issuesOf('scrape', 'scrape', raw, { formats: '={{ $json.formats }}' })).toMatchObject([
			{ label: 'Formats > Format 1 > Schema', message: empty },
		]);
	});

	test('is an issue without an expression if By JSON Schema has no schema', () => {
		const raw = { specifySchema: 'schema', schema: '{}' };
		const issues = [{ label: 'Schema', message: 'must not be empty' }];
		expect(issuesOf('agent', 'start', raw, raw)).toEqual(issues);
		expect(issuesOf('agent', 'start', { ...raw, specifySchema: 'none' }, raw)).toEqual([]);
	});

	test('is one issue if it is not JSON', () => {
		const raw = { specifySchema: 'schema', schema: '{' };
		expect(issuesOf('agent', 'start', raw, { ...raw, schema: expression })).toHaveLength(1);
	});
});

test.each([Infinity, -Infinity, NaN])(
	'a number must be finite, because JSON has no %d',
	(value) => {
		expect(readForm([count], { count: value })).toMatchObject({
			values: {},
			issues: [{ label: 'The count', message: `must be a finite number (it is ${value})` }],
		});
	},
);
