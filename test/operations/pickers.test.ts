import type { Failure } from '../../nodes/WebData/api/errors/failure';
import type { JsonObject } from '../../nodes/WebData/api/http/response';
import {
	searchTools,
	toolFields,
	toolOptions,
} from '../../nodes/WebData/operations/catalog/toolList';
import {
	ago,
	truncateLine,
	type PickerResponse,
} from '../../nodes/WebData/operations/common/editorLists';
import { fails, MINUTE, NOW, responds, script, type ScriptedSession } from './pickerScript';

const results = (...items: JsonObject[]) =>
	responds({ success: true, data: { catalog: [{ data: { items, next: null } }] } });

const convert = { execute: { provider: 'rates', capability: 'convert' } };

const askedProviders = ({ requests }: ScriptedSession) =>
	requests.map(({ body }) => (body?.catalog as { provider: string }[])[0]?.provider);

describe('tools', () => {
	it('have a name with their ID, price, and description', async () => {
		const lookup = { execute: { provider: 'companies', capability: 'lookup' } };
		const asking = script(
			{},
			results({ ...convert, description: 'Converts money.', creditsCost: 1 }, lookup),
		);
		expect(await searchTools(asking, 'money')).toEqual({
			choices: [
				{
					name: 'rates/convert (1 credit): Converts money.',
					value: 'rates/convert',
					description: 'Converts money.',
				},
				{ name: 'companies/lookup', value: 'companies/lookup' },
			],
			next: undefined,
		});
		expect(asking.requests[0]?.body).toMatchObject({ catalog: [{ options: { query: 'money' } }] });
	});

	it('are loaded page by page', async () => {
		const entry = { data: { items: [convert], next: { options: { offset: 100 } } } };
		const asking = script({}, responds({ data: { catalog: [entry] } }));
		expect(await searchTools(asking, '', '50')).toMatchObject({ next: '100' });
		expect(asking.requests[0]?.body).toMatchObject({ catalog: [{ options: { offset: 50 } }] });
	});

	it('are requested from the next provider if the service does not know the first', async () => {
		const asking = script({}, fails('unknownProvider'), results(convert));
		expect(await searchTools(asking, '')).toMatchObject({ choices: [{ value: 'rates/convert' }] });
		expect(new Set(askedProviders(asking)).size).toBe(2);
	});

	it('cannot be listed if the service knows none of the providers', async () => {
		const inside = responds({ data: { catalog: [{ error: { code: 'unknown_provider' } }] } });
		const asking = script({}, fails('unknownProvider'), inside);
		const { failure } = (await searchTools(asking, '')) as { failure: Failure };
		expect(failure.message).toBe('The service does not list its tools');
		expect(failure.remedy).toContain("Select 'By ID'");
	});

	it('without a list have options that are entered as JSON', async () => {
		const asking = script({ tool: 'a/b' }, fails('unknownProvider'), fails('unknownProvider'));
		const { failure } = (await toolOptions.load(asking)) as { failure: Failure };
		expect(failure.message).toBe('The service does not list its tools');
		expect(failure.remedy).toContain("Select 'Using JSON' in 'Specify Tool Options'");
	});

	it('are requested only once after any other failure', async () => {
		const asking = script({}, fails('unauthorized'));
		expect(await searchTools(asking, '')).toEqual(fails('unauthorized'));
	});
});

describe('the form of a tool', () => {
	const load = (tool: string, ...answers: PickerResponse[]) => {
		const asking = script({ tool }, ...answers);
		return { asking, loaded: toolOptions.load(asking) };
	};

	it.each(['', 'rates'])('shows a notice while no tool is selected: %j', async (tool) => {
		const { asking, loaded } = load(tool);
		expect(await loaded).toMatchObject({ fields: [], notice: expect.stringMatching(/^Select/) });
		expect(asking.requests).toEqual([]);
	});

	it('requests only this tool, with its options', async () => {
		const options = [{ name: 'amount', type: 'number', required: true }];
		const other = { execute: { provider: 'rates', capability: 'table' }, options: [] };
		const { asking, loaded } = load('rates/convert', results(other, { ...convert, options }));
		expect(await loaded).toMatchObject({ fields: [{ id: 'amount', type: 'number' }] });
		expect(asking.requests[0]?.body).toMatchObject({
			catalog: [
				{ options: { providers: ['rates'], capabilities: ['convert'], expand: ['options'] } },
			],
		});
	});

	it.each<[string, JsonObject, RegExp]>([
		['has no options', { ...convert, options: [] }, /has no options/],
		['lists no options', convert, /as JSON/],
	])('shows a notice if the tool %s', async (_name, tool, notice) => {
		const { loaded } = load('rates/convert', results(tool));
		expect(await loaded).toEqual({ fields: [], notice: expect.stringMatching(notice) });
	});

	it('fails for a tool that is not in the catalog', async () => {
		const { loaded } = load('rates/convert', results());
		expect(await loaded).toMatchObject({
			failure: { message: "Tool 'rates/convert' not found in the catalog" },
		});
	});

	const option = (name: string, type?: string, more: JsonObject = {}) => ({
		name,
		type,
		required: false,
		...more,
	});
	const formOf = (options: ReturnType<typeof option>[], requiresOneOf: string[] = []) =>
		toolFields({ provider: 'a', capability: 'b', options, requiresOneOf });

	it.each([
		['string', 'string'],
		['number', 'number'],
		['integer', 'number'],
		['boolean', 'boolean'],
		['array', 'array'],
		['string[]', 'array'],
		['object', 'object'],
		['any', undefined],
		['constructor', undefined],
		[undefined, undefined],
	])('the type %s becomes %s', (type, kind) => {
		expect(formOf([option('a', type)])[0]?.type).toBe(kind);
	});

	it('has required options first, marked, and no values', () => {
		const fields = formOf([option('b', 'boolean'), option('a', 'string', { required: true })]);
		expect(fields.map(({ id, required, defaultValue }) => [id, required, defaultValue])).toEqual([
			['a', true, null],
			['b', false, null],
		]);
	});

	it('has labels with alternatives and the beginning of the description', () => {
		const [url, text, plain] = formOf(
			[option('url', 'string', { description: 'Address of a page' }), option('text'), option('x')],
			['url', 'text'],
		);
		expect(url?.displayName).toBe('url (or text): Address of a page');
		expect(text?.displayName).toBe('text (or url)');
		expect(plain?.displayName).toBe('x');
	});

	it('has labels that the editor does not truncate', () => {
		const description = 'Name of the company as it is registered, without its legal form';
		const [field] = formOf([option('company', 'string', { description })]);
		expect(field?.displayName).toBe('company: Name of the company as it is regist…');
		expect(field?.displayName.length).toBeLessThanOrEqual(45);
	});

	it('has a list of choices if the tool has one', () => {
		expect(formOf([option('a', 'string', { choices: ['EUR', 2] })])[0]).toMatchObject({
			type: 'options',
			options: [
				{ name: 'EUR', value: 'EUR' },
				{ name: '2', value: 2 },
			],
		});
	});
});

describe('the texts of a list', () => {
	it.each([
		[0, 'just now'],
		[-MINUTE, 'just now'],
		[MINUTE, '1 min ago'],
		[59 * MINUTE, '59 min ago'],
		[60 * MINUTE, '1 h ago'],
		[47 * 60 * MINUTE, '47 h ago'],
		[48 * 60 * MINUTE, '2 days ago'],
	])('%i ms are %s', (ms, text) => {
		expect(ago(NOW - ms, NOW)).toBe(text);
	});

	it.each([
		['short enough', 12, 'short enough'],
		['a\n  line', 20, 'a line'],
		['too long for it', 9, 'too long…'],
		['abc😀d', 5, 'abc…'],
	])('%j shortened to %i characters is %j', (text, longest, expected) => {
		expect(truncateLine(text, longest)).toBe(expected);
	});
});
