import { resources } from '../../nodes/WebData/operations';
import { simplifyPage } from '../../nodes/WebData/operations/common/pageOutput/simplifyPage';
import {
	liveApiPage,
	nullableInPage,
	otherTypesInPage,
	specifiedPage,
	traceEvent,
} from '../spec/answers';
import {
	checkOf,
	keysIn,
	namedIn,
	outputSchema,
	publishedSchemas,
	type OutputSchema,
} from '../support/outputSchemas';

const names = resources
	.flatMap(({ value, operations }) => operations.map((each) => `${value}/${each.value}`))
	.sort();

const everySchemaIn = (schema: OutputSchema): OutputSchema[] => [
	schema,
	...[...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].flatMap(
		everySchemaIn,
	),
];

function withValue(json: unknown, path: string, value: unknown): unknown {
	const [key = '', ...rest] = path.split('.');
	const name = key.replace('[]', '');
	const record = json as Record<string, unknown>;
	const inner = record[name];
	if (rest.length === 0) return { ...record, [name]: value };
	const changed = Array.isArray(inner)
		? [withValue(inner[0], rest.join('.'), value)]
		: withValue(inner, rest.join('.'), value);
	return { ...record, [name]: changed };
}

test('each operation has one schema, and there are no others', () => {
	expect(publishedSchemas()).toEqual([...names, 'page/change'].sort());
	expect(names).toEqual([
		'account/getActivity',
		'account/getConcurrency',
		'account/getCreditHistory',
		'account/getCreditUsage',
		'account/getQueueStatus',
		'agent/cancel',
		'agent/get',
		'agent/getSnapshot',
		'agent/getTrace',
		'agent/run',
		'agent/start',
		'agent/wait',
		'batchScrape/cancel',
		'batchScrape/get',
		'batchScrape/getErrors',
		'batchScrape/getPages',
		'batchScrape/run',
		'batchScrape/start',
		'batchScrape/wait',
		'browserSession/create',
		'browserSession/delete',
		'browserSession/execute',
		'browserSession/getAll',
		'catalog/call',
		'crawl/cancel',
		'crawl/get',
		'crawl/getAll',
		'crawl/getErrors',
		'crawl/getPages',
		'crawl/previewParams',
		'crawl/run',
		'crawl/start',
		'crawl/wait',
		'map/map',
		'monitor/create',
		'monitor/delete',
		'monitor/get',
		'monitor/getAll',
		'monitor/getCheck',
		'monitor/getChecks',
		'monitor/run',
		'monitor/update',
		'parse/parse',
		'scrape/get',
		'scrape/interact',
		'scrape/scrape',
		'scrape/stopInteract',
		'search/search',
	]);
});

describe.each(names)('%s', (name) => {
	const schema = outputSchema(name);

	it('is JSON Schema of an object with properties', () => {
		expect(() => checkOf(schema)).not.toThrow();
		expect(schema.type).toBe('object');
		expect(Object.keys(schema.properties ?? {}).length).toBeGreaterThan(0);
	});

	it('has a type everywhere and only keywords that the editor supports', () => {
		const keywords = new Set(everySchemaIn(schema).flatMap(Object.keys));
		expect(everySchemaIn(schema).filter(({ type }) => type === undefined)).toEqual([]);
		for (const unread of ['anyOf', 'oneOf', 'allOf', '$ref', 'not', 'if']) {
			expect([...keywords]).not.toContain(unread);
		}
	});

	it('has no second type next to an object with fields', () => {
		const hidden = everySchemaIn(schema).filter(
			({ type, properties }) =>
				properties !== undefined && Array.isArray(type) && type[0] === 'object',
		);
		expect(hidden).toEqual([]);
	});

	it('has no top-level error', () => {
		expect(schema.properties).not.toHaveProperty('error');
	});

	it('accepts unknown fields', () => {
		expect(checkOf(schema)({ somethingNew: [{ at: 'last' }] })).toBe(true);
	});
});

describe('a scraped page', () => {
	const schema = outputSchema('scrape/scrape');
	const specified = simplifyPage(specifiedPage);
	const living = simplifyPage(liveApiPage);
	const check = checkOf(schema);
	const refusals = (page: unknown) => (check(page) ? [] : check.errors);

	it('has every field of the specification with its type', () => {
		expect(refusals(specified)).toEqual([]);
		const named = namedIn(schema);
		expect(keysIn(specified, schema).filter((path) => !named.includes(path))).toEqual([]);
	});

	it('has the fields of the live API, and no others', () => {
		expect(refusals(living)).toEqual([]);
		const known = [...keysIn(specified, schema), ...keysIn(living, schema)];
		expect(namedIn(schema).filter((path) => !known.includes(path))).toEqual([]);
	});

	it.each(nullableInPage)('may have null for %s', (path) => {
		expect(refusals(withValue(specified, path, null))).toEqual([]);
	});

	it.each(Object.entries(otherTypesInPage))('may have another type for %s', (path, value) => {
		expect(refusals(withValue(specified, path, value))).toEqual([]);
	});

	it.each([
		['markdown', 7],
		['links', ['https://example.com/', 7]],
		['metadata.statusCode', '200'],
		['blocks[].items[].bbox', [0, 0, 1]],
		['blocks[].items[].markdownSpan', [0.5, 1]],
		['product.variants[].price', { currency: 'EUR' }],
		['product.variants[].availability', { text: 'InStock' }],
		['branding.colorScheme', 'bright'],
	])('does not have %s as %j', (path, value) => {
		expect(check(withValue(specified, path, value))).toBe(false);
	});

	it('begins with the most useful fields', () => {
		expect(Object.keys(schema.properties ?? {})[0]).toBe('markdown');
	});
});

test('a trace event has the fields of the specification and the live API, and no others', () => {
	const schema = outputSchema('agent/getTrace');
	const { error, ...rest } = traceEvent;
	const event = { ...rest, serviceError: error };
	expect(checkOf(schema)(event)).toBe(true);
	expect(keysIn(event, schema).sort()).toEqual(namedIn(schema).sort());
});
