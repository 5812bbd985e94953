import { copyJson, hasInexactInteger, parseBody } from '../../nodes/WebData/json/json';

test.each([
	['{}', {}],
	['\n {"a":"Grüße ☃"} \n', { a: 'Grüße ☃' }],
	['\uFEFF{"a":1}', { a: 1 }],
])('parseBody returns the object %j', (text, object) => {
	expect(parseBody(Buffer.from(text))).toEqual(object);
});

test.each([
	['{"a":[{"id":9007199254740993}]}', true],
	['{"a":[{"id":9007199254740991}]}', false],
	['{"a":0.1,"b":"9007199254740993"}', false],
])('hasInexactInteger of %s is %s', (text, expected) => {
	expect(hasInexactInteger(JSON.parse(text))).toBe(expected);
});

test('hasInexactInteger searches JSON that is nested deeper than the stack', () => {
	const json: unknown = JSON.parse(`${'['.repeat(50_000)}9007199254740993${']'.repeat(50_000)}`);
	expect(hasInexactInteger(json)).toBe(true);
});

const MB = 1024 * 1024;

const listOf = (entry: string, bytes: number): Buffer =>
	Buffer.from(`{"data":[${entry.repeat(bytes / entry.length)}0]}`);

afterEach(() => jest.restoreAllMocks());

it.each(['[],', '0,', '{"":0},', '"a","\\"",'])(
	'20 MB of %s are rejected before they are parsed',
	(entry) => {
		const body = listOf(entry, 20 * MB);
		const parse = jest.spyOn(JSON, 'parse');
		expect(parseBody(body)).toBe('tooComplex');
		expect(parse).not.toHaveBeenCalled();
	},
);

it.each([
	['one long text', `"${'a,[{:'.repeat(2 * MB)}"`],
	['a text with escaped quotes', `"${'\\"[,\\\\'.repeat(MB)}"`],
	['900,000 numbers', `[${'0,'.repeat(900_000)}0]`],
])('%s is not too complex', (_name, json) => {
	expect(parseBody(Buffer.from(`{"data":${json}}`))).toHaveProperty('data');
});

it.each([
	['a list', '[', ']'],
	['an object', '{"a":', '}'],
])('%s with 4,001 levels is rejected, because n8n cannot store it', (_kind, open, close) => {
	const nested = (levels: number) =>
		Buffer.from(`{"data":${open.repeat(levels - 1)}0${close.repeat(levels - 1)}}`);
	expect(parseBody(nested(4_000))).toBeInstanceOf(Object);
	expect(parseBody(nested(4_001))).toBe('tooComplex');
});

it('text that is cut off inside a string is not counted as values', () => {
	const body = Buffer.from(`{"data":"${','.repeat(2 * MB)}`);
	expect(parseBody(body)).toBe('cutOffJson');
});

it('a copy has as many levels as a response may have', () => {
	const text = `${'{"inner":['.repeat(2000)}1${']}'.repeat(2000)}`;
	const json = parseBody(Buffer.from(text));
	const copy = copyJson(json);
	expect(copy).not.toBe(json);
	expect(JSON.stringify(copy)).toBe(text);
});
