import { itemsOfEvent, parseEvent } from '../../../nodes/WebData/api/webhook/event';

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
