import { z } from 'zod';
import { openObject } from '../../../nodes/WebData/api/schema/output';
import { findOperation } from '../../../nodes/WebData/operations';
import { sortKeys } from '../../../nodes/WebData/operations/form/sortKeys';

const type = openObject({
	first: z.string(),
	second: openObject({ a: z.string(), b: z.string() }).nullable(),
	third: z.array(openObject({ a: z.string() })),
});

const orderOf = (json: Record<string, unknown>) => JSON.stringify(sortKeys(json, type));

test('sorts the named keys first and keeps the order of the others', () => {
	expect(orderOf({ z: 1, third: [], y: 2, first: 'x' })).toBe(
		'{"first":"x","third":[],"z":1,"y":2}',
	);
});

test('sorts nested objects, not lists', () => {
	expect(orderOf({ third: [{ z: 1, a: '' }], second: { z: 1, b: '', a: '' } })).toBe(
		'{"second":{"a":"","b":"","z":1},"third":[{"z":1,"a":""}]}',
	);
});

test.each([
	[{ second: null }],
	[{ second: 'a text' }],
	[{ second: [1] }],
	[{}],
	[{ constructor: 1, toString: { a: 1 } }],
	[JSON.parse('{"__proto__":{"a":1},"first":"x"}') as Record<string, unknown>],
])('keeps a value of another type: %j', (json) => {
	expect(sortKeys(json, type)).toEqual(json);
	expect(Object.keys(sortKeys(json, type)).sort()).toEqual(Object.keys(json).sort());
});

test('a page begins with its Markdown, and its metadata with title and URL', () => {
	const plan = findOperation('scrape', 'scrape')?.plan({ url: 'https://example.com' });
	if (plan === undefined || 'issues' in plan) throw new Error('The form does not fit');
	const metadata = { viewport: 'w', statusCode: 200, url: 'u', title: 't', scrapeId: 's' };
	const data = { metadata, warning: null, product: {}, links: [], brandNew: 1, markdown: '#' };
	const keysOf = (simplify: boolean) => {
		const [part] = plan.toParts({ scrape_id: 's', data, success: true }, { simplify });
		const json = part && 'json' in part ? part.json : {};
		return [Object.keys(json), Object.keys((json.metadata ?? {}) as object)];
	};
	expect(keysOf(true)).toEqual([
		['markdown', 'product', 'links', 'metadata', 'warning', 'brandNew'],
		['title', 'url', 'statusCode', 'scrapeId'],
	]);
	expect(keysOf(false)).toEqual([['scrape_id', 'data', 'success'], []]);
});
