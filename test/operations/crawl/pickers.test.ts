import { searchCrawls } from '../../../nodes/WebData/operations/crawl/pickers';
import { fails, MINUTE, NOW, responds, script } from '../pickerScript';

const at = (minutesAgo: number): string => new Date(NOW - minutesAgo * MINUTE).toISOString();

const running = responds({
	success: true,
	crawls: [{ id: 'a', url: 'https://example.com/', created_at: at(5) }],
});
const recent = responds({
	success: true,
	data: [
		{ id: 'a', endpoint: 'crawl', target: 'https://example.com/', created_at: at(5) },
		{ id: 'b', endpoint: 'crawl', target: 'https://example.org/', created_at: at(2) },
		{ id: 'c', endpoint: 'crawl', target: null, created_at: at(120) },
	],
});

describe('searchCrawls', () => {
	it('returns running crawls and crawls of the last 24 hours, newest first', async () => {
		const asking = script({}, running, recent);
		expect(await searchCrawls(asking, '')).toEqual({
			choices: [
				{ name: '2 min ago: https://example.org/', value: 'b' },
				{ name: '5 min ago, running: https://example.com/', value: 'a' },
				{ name: '2 h ago: c', value: 'c' },
			],
		});
		expect(asking.requests.map(({ path }) => path)).toEqual([
			['crawl', 'active'],
			['team', 'activity'],
		]);
	});

	it('searches by URL and ID', async () => {
		expect(await searchCrawls(script({}, running, recent), ' EXAMPLE.ORG ')).toMatchObject({
			choices: [{ value: 'b' }],
		});
	});

	it('returns the running crawls of a server without an activity list', async () => {
		const list = await searchCrawls(script({}, running, fails('unknownError')), '');
		expect(list).toMatchObject({ choices: [{ value: 'a' }] });
	});

	it('returns the failure if the running crawls cannot be listed', async () => {
		const list = await searchCrawls(script({}, fails('unauthorized'), recent), '');
		expect(list).toEqual(fails('unauthorized'));
	});
});
