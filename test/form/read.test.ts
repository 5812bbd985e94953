import type { INodeProperties } from 'n8n-workflow';
import { withMarks } from '../../nodes/WebData/form/marks';
import { readForm } from '../../nodes/WebData/form/read';
import { isHint } from '../../nodes/WebData/json/json';
import { findOperation } from '../../nodes/WebData/resources';

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
const languages = withMarks(
	field('languages', { typeOptions: { multipleValues: true } }),
	'commaList',
);
const urls = withMarks(list, 'urlList');
const choices = field('choices', { type: 'multiOptions' });
const locator = field('jobId', { type: 'resourceLocator' });
const mapper = field('toolOptions', { type: 'resourceMapper' });
const collection = (name: string, options: INodeProperties[]) =>
	field(name, { type: 'collection', options });
const rowsOf = (name: string, values: INodeProperties[], multipleValues = true) =>
	field(name, {
		type: 'fixedCollection',
		typeOptions: { multipleValues },
		options: [{ displayName: 'Row', name: 'row', values }],
	});

const expression = '={{ $json.absent }}';
const scrapeFields = findOperation('scrape', 'scrape')?.form.fields ?? [];
/** What a field returns, and its issues and hints, with their labels. */
const read = (each: INodeProperties, raw: unknown, stored: unknown = raw) => {
	const { name } = each;
	const { values, issues, labelOf } = readForm([each], { [name]: raw }, { [name]: stored });
	const sentences = (hints: boolean) =>
		issues
			.filter((issue) => isHint(issue) === hints)
			.map(({ path, message }) => `${labelOf(path)} ${message}`);
	return { value: values[name], issues: sentences(false), hints: sentences(true) };
};

const valuesOf = (fields: INodeProperties[], raw: Record<string, unknown>) =>
	readForm(fields, raw).values;

test.each<[INodeProperties, unknown]>([
	[text, ''],
	[list, ['', null, []]],
	[rowsOf('rows', [text]), { row: [] }],
	[json, ' \n'],
])('an empty value is left out: %j', (each, value) => {
	expect(readForm([each], { [each.name]: value })).toMatchObject({ values: {}, issues: [] });
});

test('a collection marked as presence is set while it is empty', () => {
	expect(valuesOf([withMarks(collection('c', [text]), 'presence')], { c: {} })).toEqual({ c: {} });
});

test.each<[string, INodeProperties, unknown, unknown]>([
	['text with spaces for a number', count, ' 4.5 ', 4.5],
	['text that is not a number is kept', count, 'many', 'many'],
	['a number for text', text, 42, '42'],
	['a string with a comma is one selector', list, 'h1, h2', ['h1, h2']],
	['a list of lists for a list', list, [['a', 'b'], 'c'], ['a', 'b', 'c']],
	['lines for a list', list, ' a\r\nb\n\n c ', ['a', 'b', 'c']],
	['a date for text', text, new Date('2026-01-31'), '2026-01-31T00:00:00.000Z'],
	['a JSON array for a list', list, '["a, b", "c"]', ['a, b', 'c']],
	['numbers in brackets for a list of patterns', list, '[1,2]', ['[1,2]']],
	[
		'commas for a list of URLs',
		urls,
		'a.com,b.com, c.com/1,2,\nd.com',
		['a.com', 'b.com', 'c.com/1,2', 'd.com'],
	],
	[
		'numbers and dashes in a list of URLs',
		urls,
		'1. https://a.example\n- b.com\n* c.com',
		['https://a.example', 'b.com', 'c.com'],
	],
	[
		'a semicolon, a vertical bar, a tab, or a space before another URL',
		urls,
		'https://a.example;https://b.example | https://c.example\thttps://d.example HTTP://e.example/a;b|c',
		[...'abcd'].map((host) => `https://${host}.example`).concat('HTTP://e.example/a;b|c'),
	],
	['commas for a list of languages', languages, 'de-DE, en\nfr', ['de-DE', 'en', 'fr']],
	['a string for options', choices, 'a, b,c', ['a', 'b', 'c']],
])('an expression may return another type than the field has: %s', (_kind, each, given, value) => {
	expect(valuesOf([each], { [each.name]: given })).toEqual({ [each.name]: value });
});

describe('a JSON field', () => {
	test('accepts an object as text or from an expression', () => {
		for (const value of [
			'{"a": [1, {"b": null}]}',
			'\uFEFF{"a":[1,{"b":null}]}\n',
			'```json\n{"a":[1,{"b":null}]}\n```',
			{ a: [1, { b: null }] },
		])
			expect(valuesOf([json], { json: value })).toEqual({ json: { a: [1, { b: null }] } });
	});

	test.each([
		['in the middle of the text', '{\n  "a": 1,\n  "b": oops,\n  "c": 2\n}', 'line 3, column 8'],
		['at an extra comma', '{\n  "a": 1,\n}', 'line 3, column 1'],
		['at its end, if something is missing', '{"a": [1, 2]', 'line 1, column 13'],
		['at a no-break space', '{\u00A0"a": 1}', 'line 1, column 2, at the character U+00A0'],
	])('reports the position of the first mistake: %s', (_case, given, where) => {
		expect(read(json, given).issues).toEqual([`The json is not valid JSON at ${where}`]);
	});
});

const headers = rowsOf('headers', [field('name'), field('value')]);

describe('a collection', () => {
	const rows = rowsOf('rows', [text, count]);
	const raw = { text: 'a', count: 1 };

	test.each<[string, INodeProperties, unknown, unknown]>([
		['that is not an object is kept for the schema to reject', collection('c', [text]), 'A', 'A'],
		['of rows that is not an object is kept, too', rows, 'A', 'A'],
		['of rows is a list in their order, with empty rows', rows, { row: [{}, raw] }, [{}, raw]],
		['of one row is an object', rowsOf('size', [text, count], false), { row: raw }, raw],
	])('%s', (_rule, each, value, expected) => {
		expect(valuesOf([each], { [each.name]: value })).toEqual({ [each.name]: expected });
	});

	test('marked as a group must be an object', () => {
		const group = withMarks(collection('settings', [count]), 'group');
		expect(read(group, 'a', '={{ $json.a }}').issues).toEqual([
			'The settings must be a JSON object (it is "a")',
		]);
	});

	test('of names and values is an object', () => {
		const row = [{ name: 'X', value: 5 }, { name: 'Y' }, { name: '', value: '' }];
		expect(valuesOf([headers], { headers: { row } })).toEqual({ headers: { X: '5', Y: '' } });
	});
});

test.each<[string, object[], object[], string]>([
	['a duplicate name', [{ name: 'X' }, { name: 'Y' }, { name: 'X' }], [], "3 repeats the name 'X'"],
	['no name', [{ name: '', value: 'x' }], [], '1 has no name'],
	[
		'an expression that returned nothing',
		[{ name: 'X', value: undefined }],
		[{ name: 'X', value: '={{ $json.token }}' }],
		"1 has no value for 'X', because its expression returned nothing",
	],
])('rows of names and values with %s are an issue', (_what, row, stored, issue) => {
	expect(read(headers, { row }, { row: stored }).issues).toEqual([`The headers > Row ${issue}`]);
});

describe('a start value in a row', () => {
	const size = field('size', { type: 'number', default: 0 });
	const rows = rowsOf('rows', [field('kind', { default: 'a', required: true }), size]);
	const read = (values: object, stored: object = values) =>
		readForm([rows], { rows: { row: [values] } }, { rows: { row: [stored] } }).values;

	test('is not set, because n8n stores a value for each field of a row', () => {
		expect(read({ kind: 'a', size: 0 })).toEqual({ rows: [{ kind: 'a' }] });
		expect(read({ kind: 'a', size: 1 })).toEqual({ rows: [{ kind: 'a', size: 1 }] });
	});

	test('is set if it comes from an expression', () => {
		expect(read({ kind: 'a', size: 0 }, { size: '={{ $json.size }}' })).toEqual({
			rows: [{ kind: 'a', size: 0 }],
		});
	});
});

test('a hidden field has no value, although n8n keeps it', () => {
	const shown = (name: string, kind: string[]) =>
		field(name, { displayOptions: { show: { kind } } });
	const fields = [field('kind'), shown('a', ['x', 'y']), shown('b', ['z'])];
	expect(valuesOf(fields, { kind: 'y', a: '1', b: '2' })).toEqual({ kind: 'y', a: '1' });
	const hidden = field('c', { displayOptions: { hide: { kind: ['x'], '@tool': [true] } } });
	const kinds = ['x', 'y'].map((kind) => valuesOf([field('kind'), hidden], { kind, c: '3' }));
	expect(kinds).toEqual([{ kind: 'x' }, { kind: 'y', c: '3' }]);
});

test.each(['show', 'hide'])('a condition to %s a field is checked for each item', (condition) => {
	const note = field('note', { displayOptions: { [condition]: { kind: ['x'] } } });
	const fields = [field('kind'), note];
	const same = new Map();
	const notes = ['x', 'y', 'x'].map((kind) => {
		const stored = { kind: '={{ $json.kind }}', note: 'a' };
		return readForm(fields, { kind, note: 'a' }, stored, same).values.note;
	});
	expect(notes).toEqual(condition === 'show' ? ['a', undefined, 'a'] : [undefined, 'a', undefined]);
});

describe('the label of a value', () => {
	const raw = {
		url: 'https://example.com',
		formats: { format: [{ type: 'markdown' }, { type: 'screenshot', options: { quality: 5 } }] },
		options: {
			actions: { action: [{ type: 'scrape' }, { type: 'click', selector: 'a' }] },
			headers: { header: [{ name: 'Cookie', value: 'a' }] },
			timeout: 5,
		},
	};
	const { labelOf } = readForm(scrapeFields, raw);

	test.each<[(string | number)[], string]>([
		[['formats', 1, 'quality'], 'Formats > Format 2 > Format Options > Quality'],
		[['headers', 'Cookie'], 'Options > Browser: Headers and Cookies > Header 1'],
		[['formats', 0, 'schema', 'items', 0], 'Formats > Format 1 > schema > items > 1'],
		[['scrapeOptions', 'formats', 1], 'Formats > Format 2'],
		[['options'], 'Options'],
		[['catalog', 0, 'provider'], 'catalog > 1 > provider'],
	])('of %j is %s', (path, label) => {
		expect(labelOf(path)).toBe(label);
	});

	test.each<[string, string | undefined]>([
		['timeout', 'Options > Timeout (Ms)'],
		['selector', 'Options > Page: Actions (Click, Type, Scroll, JavaScript) > Action 2 > Selector'],
		['maxPages', 'Options > PDF: Parsers (OCR) > Max Pages'],
		['options', undefined],
		['query', undefined],
	])('named %s is %s, as the form shows it', (name, label) => {
		expect(labelOf(name)).toBe(label);
	});

	test('prefers a field that the user has added, and is never the one of a webhook', () => {
		const { form } = findOperation('monitor', 'update') ?? {};
		const options = {
			schedule: { schedule: { text: 'hourly' } },
			webhook: { webhook: { url: 'a' } },
		};
		const read = readForm(form?.fields ?? [], { options });
		expect(read.labelOf('text')).toBe('Update Fields > Schedule > Schedule in Words');
		expect(read.labelOf('url')).toBe('Targets > URL');
	});
});

describe('a field that depends on a Boolean', () => {
	const all = field('all', { type: 'boolean', default: false as unknown as string });
	const limit = { ...count, displayOptions: { show: { all: [false] } } };

	test.each([
		[' false ', { all: false, count: 5 }],
		['TRUE', { all: true }],
		[null, { count: 5 }],
	])('is shown according to the text, or to the default without a value: %j', (value, values) => {
		expect(valuesOf([flag, all, limit], { all: value, count: 5 })).toEqual(values);
	});
});

describe('a schema in a row', () => {
	const issues = [
		{
			path: ['formats', 0, 'schema'],
			message: 'is empty, because its expression returns no value',
		},
	];
	const formats = (schema: unknown) => ({ format: [{ type: 'json', schema }] });

	test.each([
		['expression', undefined, formats(expression)],
		['expression', null, formats(expression)],
		['expression', '', formats(expression)],
		['expression of its parent', null, expression],
	])('is an issue if its %s returns %j', (_what, value, stored) => {
		const reading = readForm(scrapeFields, { formats: formats(value) }, { formats: stored });
		expect(reading.issues).toMatchObject(issues);
		expect(reading.labelOf(['formats', 0, 'schema'])).toBe('Formats > Format 1 > Schema');
	});
});

test.each([Infinity, NaN])('a number must be finite, because JSON has no %d', (value) => {
	const message = `must be a finite number (it is ${value})`;
	expect(readForm([count], { count: value })).toMatchObject({ values: {}, issues: [{ message }] });
});

it.each<[string, unknown, unknown]>([
	['chosen from a list', { __rl: true, mode: 'list', value: 'a', cachedResultName: 'A' }, 'a'],
	['stored before there was a list', 'a', 'a'],
	['a number from an expression', { __rl: true, mode: 'id', value: 7 }, '7'],
])('a resource locator: %s', (_name, value, expected) => {
	expect(valuesOf([locator], { jobId: value }).jobId).toEqual(expected);
});

it('a text field accepts the value of a resource locator, which n8n keeps when the resource changes', () => {
	const jobId = { __rl: true, mode: 'id', value: 'a' };
	expect(valuesOf([field('jobId')], { jobId })).toEqual({ jobId: 'a' });
});

const mapped = (value: unknown, kinds: Record<string, string> = {}) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns: [],
	schema: Object.entries(kinds).map(([id, type]) => ({ id, type })),
});

it.each<[string, unknown, unknown]>([
	['the filled fields', mapped({ a: 'x', b: '', c: null, d: [], e: {} }), { a: 'x' }],
	[
		'strings from expressions, in the type of the field',
		mapped(
			{ a: '5', b: 'true', c: '[1]', d: '{"e":1}', f: 7, g: 7 },
			{ a: 'number', b: 'boolean', c: 'array', d: 'object', f: 'string' },
		),
		{ a: 5, b: true, c: [1], d: { e: 1 }, f: '7', g: 7 },
	],
	['JSON instead', '{"a":5}', { a: 5 }],
])('a resource mapper: %s', (_name, value, expected) => {
	expect(valuesOf([mapper], { toolOptions: value }).toolOptions).toEqual(expected);
});

describe('an option that was added but has no value', () => {
	const rows = rowsOf('rows', [text]);
	const inside = collection('inside', [text]);
	const options = collection('options', [text, list, choices, inside, rows, count, json]);

	test.each([
		['text', '', 'The text must not be empty'],
		['list', [], 'The list must not be empty'],
		['count', null, 'The count must not be empty'],
		['json', '{}', 'The json must not be empty'],
		['inside', {}, 'The inside has no fields'],
		['rows', {}, 'The rows has no rows'],
		['rows', { Cookie: 'a' }, 'The rows has no rows'],
	])('is an issue: %s %j', (name, value, issue) => {
		expect(read(options, { [name]: value }).issues).toEqual([`The options > ${issue}`]);
	});

	test('is not set if its expression returned nothing, also in a list or a collection', () => {
		const stored = { text: expression, list: [expression], inside: { text: expression } };
		const raw = { text: undefined, list: [undefined], inside: { text: null } };
		expect(read(options, raw, stored)).toEqual({ value: undefined, issues: [], hints: [] });
	});
});

describe('a field whose expression must return a value', () => {
	const kept = withMarks(list, 'nonEmptyExpression');
	const hook = collection('hook', [withMarks(text, 'needed'), flag]);
	const empty = 'is empty, because its expression returns no value';

	test.each<[string, INodeProperties, unknown, unknown, string]>([
		['for an entry', kept, ['a', ''], ['a', expression], 'The list > 2'],
		['for a collection that needs a value', hook, null, expression, 'The hook'],
		['without any value', hook, {}, { text: expression }, 'The hook > The text'],
		['for another value', hook, { flag: null }, { flag: expression }, 'The hook'],
		[
			'in the only row',
			rowsOf('one', [kept], false),
			{ row: { list: '' } },
			{ row: { list: expression } },
			'The one > The list',
		],
	])('is an issue if the expression returns nothing %s', (_what, each, raw, stored, label) => {
		const inOptions = collection('options', [each]);
		const { issues } = read(inOptions, { [each.name]: raw }, { [each.name]: stored });
		expect(issues).toEqual([`The options > ${label} ${empty}`]);
	});
});

test.each(['none', '', null])(
	'a choice that only shows other fields must be known: %j',
	(value) => {
		const kinds = [
			{ name: 'A', value: 'a' },
			{ name: 'B', value: 'b' },
		];
		const kind = withMarks(field('kind', { type: 'options', options: kinds }), 'formOnly');
		const { issues } = read(kind, value, expression);
		expect(issues).toEqual([
			`The kind must be one of: a, b (it is ${JSON.stringify(value ?? '')})`,
		]);
		expect(read(kind, 'b').issues).toEqual([]);
	},
);

describe('rows with initial values only', () => {
	const rows = rowsOf('rows', [text, field('more', { default: 'a' })]);
	const initial = { text: '', more: 'a' };
	const issues = ['The rows contains only rows with initial values'];

	test.each([
		[[initial, initial, initial], issues],
		[[initial, initial], []],
		[[initial, { ...initial, text: 'b' }, initial], []],
	])('are an issue if there are three or more: %j', (row, expected) => {
		expect(read(rows, { row }).issues).toEqual(expected);
	});
});

describe('an expression that n8n did not evaluate', () => {
	const notEvaluated = 'contains an expression that n8n did not evaluate';
	const prompt = field('prompt', { typeOptions: { rows: 2 } });

	test.each<[INodeProperties, unknown]>([
		[text, 'https://e.com/{{$json.id}}'],
		[text, '$json.prompt'],
		[text, " $('Form').item.json.url"],
		[list, ['a', '{{ $now }}']],
		[withMarks(prompt, 'urlList'), '{{ $node["A"].json.url }}'],
		[field('id', { type: 'resourceLocator' }), { mode: 'id', value: '{{ $json.id }}' }],
	])('is an issue of %j', (each, value) => {
		expect(read(each, value).issues).toEqual([`${each.displayName} ${notEvaluated}`]);
		expect(read(each, value, expression).issues).toEqual([]);
	});

	test.each([text, prompt])('may be meant if it is another template: %j', (each) => {
		for (const value of ['{{ name }}', '{{ item.$key }}', 'costs $json'])
			expect(read(each, value)).toEqual({ value, issues: [], hints: [] });
	});

	test('is a hint in a prompt and in JSON', () => {
		const value = 'Find {{ $json.company }}';
		expect(read(prompt, value)).toEqual({
			value,
			issues: [],
			hints: [`The prompt ${notEvaluated}`],
		});
		expect(read(json, '{"a":"{{ $json.a }}"}').hints).toEqual([`The json ${notEvaluated}`]);
	});
});

describe('a value from a model', () => {
	const argument = "={{ $fromAI('text', ``, 'string') }}";

	test.each<[INodeProperties, unknown, unknown]>([
		[text, ' N/A ', undefined],
		[text, 'default', 'default'],
		[text, 'None of them', 'None of them'],
		[{ ...text, required: true }, 'null', 'null'],
		[list, 'None, article\nnull', ['None, article']],
		[list, ['null'], undefined],
		[choices, 'unknown', undefined],
		[count, 'default', undefined],
		[flag, '-', undefined],
		[json, 'None', undefined],
	])('is not set if it only says so: %j %j', (each, given, value) => {
		expect(read(each, given, argument)).toEqual({ value, issues: [], hints: [] });
	});

	test('is kept if the user entered it', () => {
		expect(read(text, 'null', '={{ $json.text }}').value).toBe('null');
		expect(read(text, 'null').value).toBe('null');
	});

	test.each<[INodeProperties, string]>([
		[{ ...count, required: true }, 'Give a number, or ask the user'],
		[withMarks(list, 'nonEmptyExpression'), 'Give at least one entry, or ask the user'],
		[withMarks(text, 'nonEmptyExpression'), 'Give a value, or ask the user'],
	])('that is missing gets advice that a model can follow: %j', (each, remedy) => {
		for (const value of ['', 'none', 'N/A']) {
			const { issues } = readForm([each], { [each.name]: value }, { [each.name]: argument });
			expect(issues).toMatchObject([{ message: 'has no value', remedy }]);
		}
	});

	test.each(['', 'null', 'N/A', ['none'], [''], [], null])(
		'is not set for a list that only narrows the result: %j',
		(given) => {
			const marks = ['nonEmptyExpression', 'emptyList', 'optionalForModel'] as const;
			const narrowing = withMarks(list, ...marks);
			const none = { value: undefined, issues: [], hints: [] };
			expect(read(narrowing, given, argument)).toEqual(none);
			expect(read(narrowing, Array.isArray(given) ? given : [given], [argument])).toEqual(none);
		},
	);
});

describe('a list that excludes', () => {
	const excluding = withMarks(list, 'nonEmptyExpression', 'emptyList');

	test.each([
		[[], expression],
		[[[]], [expression]],
		[
			['a', []],
			['a', expression],
		],
	])('may be empty if its expression returns a list: %j', (given, stored) => {
		expect(read(excluding, given, stored).issues).toEqual([]);
		const { issues } = read(withMarks(list, 'nonEmptyExpression'), given, stored);
		expect(issues).toEqual([expect.stringMatching(/its expression returns an empty list$/)]);
	});
});

test.each([
	[text, { ...text, required: true }],
	[field('when', { type: 'dateTime' }), field('when', { type: 'dateTime', required: true })],
])(
	'a space from an expression counts as not set, except in a required text: %j',
	(each, required) => {
		expect(read(each, ' ', expression)).toEqual({ value: undefined, issues: [], hints: [] });
		expect(read(required, ' ', expression).value).toBe(' ');
	},
);

describe('a required field', () => {
	const rows = { ...rowsOf('rows', [text]), required: true };

	test.each<[INodeProperties, unknown, unknown, string, string]>([
		[
			...([{ ...text, required: true }, null, expression] as const),
			'is empty, because its expression returns no value',
			'Correct the expression, or remove the items without a value before this node',
		],
		[{ ...text, required: true }, '', '', 'is required', 'Enter a value'],
		[
			...([rows, { others: [{ text: 'a' }] }, undefined] as const),
			'has no rows',
			"Add a row. If you edit the workflow as JSON, put the rows in 'row'",
		],
	])('without a value says why: %j %j %j', (each, raw, stored, message, remedy) => {
		const { issues } = readForm([each], { [each.name]: raw }, { [each.name]: stored });
		expect(issues).toEqual([{ path: [each.name], message, remedy }]);
	});
});

describe('a value that no one means', () => {
	const object = 'contains [object Object], because its expression inserts an object into a text';
	const date =
		'contains an invalid date, because its expression formats a value that is not a date';
	const number =
		'contains NaN, because its expression calculates with a value that is not a number';

	test.each<[INodeProperties, unknown, unknown, string]>([
		[list, ['a', 'b [object Object]'], ['a', '=b {{ $json.tag }}'], object],
		[json, '{"a":"[object Object]"}', '={"a":"{{ $json.a }}"}', object],
		[text, 'Since Invalid DateTime', '=Since {{ $json.at.toDateTime() }}', date],
		[text, { toJSON: () => null }, '={{ $json.at.toDateTime() }}', date],
		[text, NaN, '={{ $json.a * 2 }}', number],
	])('is an issue: %j %j', (each, raw, stored, issue) => {
		const { issues, value } = read(each, raw, stored);
		expect(issues).toEqual([`${each.displayName} ${issue}`]);
		expect(value).toBeUndefined();
	});

	test.each<[unknown, unknown, string]>([
		['Why [object Object]?', '={{ $json.question }}', object],
		['Why [object Object]?', "={{ $fromAI('text', `The text`, 'string') }}", object],
		['Clean NaN in pandas', '=Clean {{ $json.what }} in pandas', number],
	])('is a hint if it may be meant: %j %j', (raw, stored, hint) => {
		expect(read(text, raw, stored)).toEqual({
			value: raw,
			issues: [],
			hints: [`The text ${hint}`],
		});
	});

	test('is also found in the fields of a tool, and may be meant there', () => {
		const options = mapped({ a: 'Why [object Object]?' });
		const issuesOf = (expression: string) =>
			read(mapper, options, mapped({ a: expression })).issues.length;
		expect(issuesOf('=Why {{ $json.a }}?')).toBe(1);
		expect(issuesOf('={{ $json.a }}')).toBe(0);
	});

	test('is meant if the user entered it', () => {
		for (const value of ['Why does my page show [object Object]?', 'NaN', 'Invalid Date']) {
			expect(read(text, value)).toEqual({ value, issues: [], hints: [] });
			expect(read(text, `${value} a`, `=${value} {{ $json.a }}`).hints).toEqual([]);
		}
	});
});

test.each([
	...['https://e.com/undefined', 'https://e.com/a/null?b=1', 'e.com/undefined/c'],
	...['http://e.com:8080/null#d'],
])('a URL with a missing part is sent, with a hint: %s', (value) => {
	expect(read(text, value).hints).toEqual([
		expect.stringMatching(/^The text contains \/(undefined|null), which may stand for a missing/),
	]);
	expect(read(urls, ['https://e.com/', value]).hints).toHaveLength(1);
});

test.each(['https://e.com/nullable', 'https://e.com/?a=b', '/null/.*', 'a text about e.com/null'])(
	'another text gets no hint about a missing part: %s',
	(value) => {
		expect(read(text, value)).toEqual({ value, issues: [], hints: [] });
	},
);

describe('a number of milliseconds', () => {
	const wait = { ...count, displayName: 'Wait (Ms)', default: 1 };

	test('below 100 is sent, with a hint', () => {
		const remedy = 'If you mean seconds, enter 5000';
		const hint = { path: ['count'], message: 'is 5 milliseconds', remedy, isHint: true };
		expect(readForm([wait], { count: 5 })).toMatchObject({ values: { count: 5 }, issues: [hint] });
	});

	test.each([0, 1, 100, 2000])('of %i gets no hint', (value) => {
		expect(read(wait, value).hints).toEqual([]);
		expect(read(count, 5).hints).toEqual([]);
	});
});

test.each(['1.000', ' 12.500 ', '1846987139428634858'])(
	'a text that may be another number is an issue: %j',
	(value) => {
		expect(read(count, value).issues).toHaveLength(1);
		expect(read(mapper, mapped({ a: value }, { a: 'number' })).issues).toHaveLength(1);
	},
);

test.each([
	['0.125', 0.125],
	['1.0000', 1],
	['-3', -3],
])('the text %j is the number %d', (value, number) => {
	expect(read(count, value)).toEqual({ value: number, issues: [], hints: [] });
});

describe('an integer with too many digits in JSON', () => {
	const id = '{"id":1846987139428634858}';

	test('is an issue, because JavaScript would round it', () => {
		for (const value of [id, JSON.parse(id) as unknown]) {
			expect(readForm([json], { json: value }).issues).toEqual([
				{
					path: ['json'],
					message: 'contains an integer with too many digits, which JavaScript would round',
					remedy: 'Put the integer in quotes, so that it is sent as text',
				},
			]);
		}
	});

	test('is accepted as text, and in a schema', () => {
		const text = '{"id":"1846987139428634858","max":9007199254740991,"price":19.9}';
		expect(read(json, text).issues).toEqual([]);
		expect(read({ ...json, name: 'schema' }, '{"maximum":9223372036854775807}').issues).toEqual([]);
	});
});
