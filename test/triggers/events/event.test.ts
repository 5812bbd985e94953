import {
	deliveryId,
	filteredItems,
	isTooLarge,
	itemsOfEvent,
	jobKey,
	parseEvent,
} from '../../../nodes/WebData/triggers/events/event';

const envelope = { success: true, id: 'j1', webhookId: 'w1', metadata: { run: 'one' } };

it.each(['', '{"type":"crawl.page","data":[{', '[]', '{}', '{"type":4}', '{"type":" "}'])(
	'parseEvent returns nothing for %j',
	(body) => {
		expect(parseEvent(Buffer.from(body))).toBeUndefined();
	},
);

it.each<[unknown, object[]]>([
	[
		[{ creditsUsed: 1 }, 'text'],
		[{ data: { creditsUsed: 1 } }, { data: 'text' }],
	],
	[{ markdown: '# Tide' }, [{ data: { markdown: '# Tide' } }]],
	[[], [{}]],
	[null, [{}]],
])(
	'itemsOfEvent returns an item with the fields of the event for each element of the data %j',
	(data, items) => {
		const shared = { ...envelope, type: 'crawl.page', success: false, error: 'timeout' };
		const event = { ...shared, data };
		expect(itemsOfEvent(event)).toEqual(items.map((item) => ({ ...shared, ...item })));
	},
);

describe('isTooLarge', () => {
	const elements = (length: number) => Array.from({ length }, () => ({}));
	const note = (length: number) => ({ metadata: { note: 'x'.repeat(length) } });
	it.each([
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
		expect(Object.keys(itemsOfEvent(event)[0] ?? {})).toHaveLength(6);
	});
});

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const event = (fields: object) => ({ type: 'crawl.page', id: ID, data: [], ...fields });
const metadataFilter = { customer: '4711' };

it.each<[object, Parameters<typeof filteredItems>[1], boolean]>([
	[{ type: 'crawl.completed' }, { eventTypes: ['crawl.completed'] }, true],
	[{ type: 'monitor.check.completed' }, { eventTypes: ['check.completed'] }, true],
	[{ type: 'crawl.completed' }, { eventTypes: ['page', 'leted', 'crawl'] }, false],
	[{ type: 'crawl.cancelled' }, { eventTypes: ['crawl.completed'] }, false],
	[{ id: ID.toUpperCase() }, { jobIds: [ID] }, true],
	[{ id: 'another' }, { jobIds: [ID] }, false],
	[{ metadata: { customer: '4711', run: 'one' } }, { metadataFilter }, true],
	[{ metadata: { customer: '4712' } }, { metadataFilter }, false],
	[{ metadata: {} }, { metadataFilter: { constructor: String(Object) } }, false],
	[{ data: [{ status: 'same' }] }, { eventTypes: [], jobIds: [], pageStatuses: [] }, true],
	[
		{ type: 'monitor.check.completed', data: [{ status: 'completed' }] },
		{ pageStatuses: ['changed'] },
		true,
	],
])('an event with %j passes the filter %j: %s', (fields, filter, expected) => {
	expect(filteredItems(event(fields), filter).length > 0).toBe(expected);
});

it("the pages of a monitor's event are filtered by status and by the judgment of their change", () => {
	const same = { status: 'same' };
	const noise = { status: 'changed', isMeaningful: false };
	const change = { status: 'changed', isMeaningful: null };
	const pages = (filter: Parameters<typeof filteredItems>[1]) =>
		filteredItems(event({ type: 'monitor.page', data: [same, noise, change] }), filter).map(
			({ data }) => data,
		);
	expect(pages({ pageStatuses: ['changed'] })).toEqual([noise, change]);
	expect(pages({ onlyMeaningful: true })).toEqual([same, change]);
});

describe('the ID of a delivery', () => {
	it.each([
		['j1', 'w1', 'j1 w1'],
		['j1', 'w'.repeat(1000), expect.stringMatching(/^[0-9a-f]{32}$/) as string],
		['j1', undefined, undefined],
	])('of the job %s and the webhook ID %s', (id, webhookId, expected) => {
		expect(deliveryId({ type: 'crawl.page', id, webhookId })).toEqual(expected);
	});

	it('differs between long IDs', () => {
		const ids = ['a', 'b'].map((end) => `${'w'.repeat(1000)}${end}`);
		const [a, b] = ids.map((webhookId) => deliveryId({ type: 'crawl.page', id: 'j1', webhookId }));
		expect(a).not.toBe(b);
	});
});

it('all events of a job have the same key, but not the events of other jobs', () => {
	const [page, end, otherJob, otherKind] = [
		...['crawl.page', 'crawl.completed'].map((type) => jobKey({ type, id: 'j1' })),
		jobKey({ type: 'crawl.page', id: 'j2' }),
		jobKey({ type: 'agent.completed', id: 'j1' }),
	];
	expect(end).toBe(page);
	expect(otherJob).not.toBe(page);
	expect(otherKind).not.toBe(page);
});
