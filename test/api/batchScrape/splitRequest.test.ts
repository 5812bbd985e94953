import { groupUrls, splitRequest } from '../../../nodes/WebData/api/batchScrape/splitRequest';
import { batchScrapeJob } from '../../../nodes/WebData/api/batchScrape/job';

const urls = (count: number, length = 30) =>
	Array.from({ length: count }, (_, index) => `https://example.com/${index}`.padEnd(length, 'x'));

describe('groupUrls', () => {
	it.each([
		[0, []],
		[1, [1]],
		[10_000, [10_000]],
		[10_001, [10_000, 1]],
		[25_000, [10_000, 10_000, 5000]],
	])('splits %i URLs into groups of up to 10,000', (count, sizes) => {
		expect(groupUrls(urls(count)).map(({ length }) => length)).toEqual(sizes);
	});

	it('makes smaller groups of long URLs, because a request must stay below 10 MB', () => {
		const groups = groupUrls(urls(5000, 2000));
		expect(groups.map(({ length }) => length)).toEqual([4000, 1000]);
		expect(groups.flat()).toHaveLength(5000);
	});
});

it('splitRequest sends the other fields with each group', () => {
	const request = batchScrapeJob.start({ urls: urls(10_001), formats: ['links'] });
	const parts = splitRequest(request);
	expect(parts.map(({ body }) => body?.formats)).toEqual([['links'], ['links']]);
	expect(parts[1]?.body?.urls).toEqual([urls(10_001)[10_000]]);
});
