import { filteredItems, type EventFilter } from '../../../nodes/WebData/api/webhook/eventFilter';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const event = (type: string, fields: object = {}) => ({ type, id: ID, data: [], ...fields });
const passes = (of: { type: string }, filter: EventFilter) => filteredItems(of, filter).length > 0;

it('every event passes if no filter is set', () => {
	expect(passes(event('tide.turned'), {})).toBe(true);
});

describe('the filter for event types', () => {
	it.each([
		['crawl.completed', ['crawl.completed'], true],
		['crawl.page', ['crawl.completed'], false],
		['crawl.cancelled', ['crawl.completed'], false],
		['crawl.cancelled', ['crawl.completed', 'other'], true],
		['crawl.page', ['other'], false],
	])('an event %s passes with the types %j: %s', (type, eventTypes, expected) => {
		expect(passes(event(type), { eventTypes })).toBe(expected);
	});
});

describe('the filter for job IDs', () => {
	it.each([
		[ID, [ID], true],
		[ID.toUpperCase(), [ID], true],
		['another', [ID], false],
		[undefined, [ID], false],
	])('an event with the ID %j passes with the IDs %j: %s', (id, jobIds, expected) => {
		expect(passes(event('crawl.page', { id }), { jobIds })).toBe(expected);
	});
});

describe('the filter for metadata', () => {
	it.each([
		[{ customer: '4711', run: 'one' }, true],
		[{ customer: '4712' }, false],
		[{}, false],
		[undefined, false],
		['customer', false],
	])('an event with the metadata %j passes: %s', (metadata, expected) => {
		const filter = { metadataFilter: { customer: '4711' } };
		expect(passes(event('crawl.page', { metadata }), filter)).toBe(expected);
	});

	it('ignores inherited properties', () => {
		const filter = { metadataFilter: { constructor: String(Object) } };
		expect(passes(event('crawl.page', { metadata: {} }), filter)).toBe(false);
	});
});

describe("the pages of a monitor's event", () => {
	const data = [
		{ url: 'https://a.test', status: 'same' },
		{ url: 'https://b.test', status: 'changed', isMeaningful: false },
		{ url: 'https://c.test', status: 'changed', isMeaningful: null },
	];
	const urls = (filter: EventFilter) =>
		filteredItems(event('monitor.page', { data }), filter).map(
			(item) => (item.data as { url: string }).url,
		);

	it('are filtered by their status', () => {
		expect(urls({ pageStatuses: ['changed'] })).toEqual(['https://b.test', 'https://c.test']);
	});

	it('are left out if their change was judged as not meaningful', () => {
		expect(urls({ onlyMeaningful: true })).toEqual(['https://a.test', 'https://c.test']);
	});

	it('are not filtered in other events', () => {
		const completed = event('monitor.check.completed', { data: [{ status: 'completed' }] });
		expect(passes(completed, { pageStatuses: ['changed'] })).toBe(true);
	});
});
