import { isTooLarge, itemsOfEvent, parseEvent } from '../../../nodes/WebData/api/webhook/event';

const envelope = { success: true, id: 'j1', webhookId: 'w1', metadata: { run: 'one' } };

describe('parseEvent', () => {
	it('keeps unknown types and fields', () => {
		const event = { ...envelope, type: 'tide.turned', data: [], height: 4 };
		expect(parseEvent(Buffer.from(JSON.stringify(event)))).toEqual(event);
	});

	it.each(['', '{"type":"crawl.page","data":[{', '[]', 'null', '{}', '{"type":4}', '{"type":" "}'])(
		'returns nothing for %j',
		(body) => {
			expect(parseEvent(Buffer.from(body))).toBeUndefined();
		},
	);
});

describe('itemsOfEvent', () => {
	it('returns one item for each element of the data, with the fields of the event', () => {
		const event = { ...envelope, type: 'agent.action', data: [{ creditsUsed: 1 }, 'text'] };
		const shared = { type: 'agent.action', ...envelope };
		expect(itemsOfEvent(event)).toEqual([
			{ ...shared, data: { creditsUsed: 1 } },
			{ ...shared, data: 'text' },
		]);
	});

	it.each([[[]], [null], [undefined]])('returns one item for the data %j', (data) => {
		const event = { ...envelope, type: 'crawl.completed', data };
		expect(itemsOfEvent(event)).toEqual([{ ...envelope, type: 'crawl.completed' }]);
	});

	it('returns data that is not a list as one element', () => {
		const event = { type: 'crawl.page', data: { markdown: '# Tide' } };
		expect(itemsOfEvent(event)).toEqual([{ type: 'crawl.page', data: { markdown: '# Tide' } }]);
	});

	it('keeps the error of a failed page', () => {
		const event = { ...envelope, type: 'crawl.page', success: false, data: [{}], error: 'timeout' };
		expect(itemsOfEvent(event)).toEqual([
			{ ...envelope, type: 'crawl.page', success: false, data: {}, error: 'timeout' },
		]);
	});
});

describe('isTooLarge', () => {
	const elements = (length: number) => Array.from({ length }, () => ({}));
	const note = (length: number) => ({ metadata: { note: 'x'.repeat(length) } });
	it.each([
		['1,000 elements', false, { data: elements(1000) }],
		['1,001 elements', true, { data: elements(1001) }],
		['one element and much metadata', false, { data: elements(1), ...note(2 ** 25) }],
		['1,000 elements and much metadata', true, { data: elements(1000), ...note(2 ** 15) }],
	])('of an event with %s is %s', (_title, expected, fields) => {
		expect(isTooLarge({ type: 'crawl.page', ...fields })).toBe(expected);
	});

	it('does not count fields that are not documented, because the items do not contain them', () => {
		const fields = Object.fromEntries(elements(2000).map((_, index) => [`field${index}`, index]));
		const event = { ...envelope, ...fields, type: 'crawl.page', data: elements(1000) };
		expect(isTooLarge(event)).toBe(false);
		const names = itemsOfEvent(event).flatMap((item) => Object.keys(item));
		expect(names).toHaveLength(1000 * 6);
	});
});
