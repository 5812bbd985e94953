import { isSameMonitor } from '../../../nodes/WebData/api/monitor/sameMonitor';

const requested = {
	name: 'Prices',
	schedule: { text: 'daily' },
	targets: [{ type: 'scrape', urls: ['https://example.com/a'] }],
};

/**
 * The monitor as the service returns it: with IDs, default values and a different schedule format.
 */
const stored = {
	id: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17',
	name: 'Prices',
	status: 'active',
	schedule: { cron: '0 0 * * *', timezone: 'UTC' },
	webhook: null,
	targets: [
		{
			id: '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b18',
			type: 'scrape',
			urls: ['https://example.com/a'],
			scrapeOptions: { formats: ['markdown'] },
		},
	],
};

it('isSameMonitor ignores IDs, defaults and the schedule', () => {
	expect(isSameMonitor(stored, requested)).toBe(true);
	expect(isSameMonitor({ ...stored, status: 'paused' }, requested)).toBe(true);
});

it('isSameMonitor ignores a slash at the end of a URL', () => {
	const targets = [{ ...stored.targets[0], urls: ['https://example.com/a/'] }];
	expect(isSameMonitor({ ...stored, targets }, requested)).toBe(true);
});

it.each([
	['another name', { name: 'Jobs' }],
	['more targets', { targets: [...stored.targets, ...stored.targets] }],
	['other URLs', { targets: [{ type: 'scrape', urls: ['https://example.com/b'] }] }],
	[
		'more URLs',
		{ targets: [{ type: 'scrape', urls: ['https://example.com/a', 'https://b.com'] }] },
	],
	['another type', { targets: [{ type: 'crawl', url: 'https://example.com/a' }] }],
	['a webhook', { webhook: { url: 'https://hook.example.com' } }],
	['the status "deleted"', { status: 'deleted' }],
])('isSameMonitor returns false for a monitor with %s', (_case, change) => {
	expect(isSameMonitor({ ...stored, ...change }, requested)).toBe(false);
});

it('isSameMonitor compares the webhook URL, but not the webhook headers', () => {
	const webhook = { url: 'https://hook.example.com', headers: { a: 'b' } };
	const other = { ...requested, webhook: { url: 'https://hook.example.com' } };
	expect(isSameMonitor({ ...stored, webhook }, other)).toBe(true);
});
