import { isSameMonitor } from '../../../nodes/WebData/api/monitor/sameMonitor';

const requested = {
	name: 'Prices',
	schedule: { text: 'daily' },
	targets: [{ type: 'scrape', urls: ['https://example.com/a'] }],
};

/** The monitor as the service returns it. */
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

it('isSameMonitor ignores IDs, defaults, and the schedule', () => {
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

describe('isSameMonitor with formats', () => {
	const withFormats = (formats: unknown) => ({
		...requested,
		targets: [{ ...requested.targets[0], scrapeOptions: { formats } }],
	});
	const tracking = { type: 'changeTracking', modes: ['json'] };

	it.each([
		['formats without settings', ['markdown', 'links'], [{ type: 'markdown' }, { type: 'links' }]],
		['formats stored as strings', [{ type: 'links' }], ['links']],
		['a stored Markdown format that the service added', ['links'], ['links', 'markdown']],
		['formats in another order', ['links', tracking], [tracking, { type: 'links' }]],
		['formats with default settings', ['screenshot'], [{ type: 'screenshot', fullPage: false }]],
	])('matches %s', (_case, wanted, found) => {
		expect(isSameMonitor(withFormats(found), withFormats(wanted))).toBe(true);
	});

	it.each([
		['another format', ['links'], [{ type: 'html' }]],
		['an additional format', ['links'], [{ type: 'links' }, { type: 'html' }]],
		['fewer formats', ['links', 'html'], [{ type: 'links' }]],
		['other settings', [tracking], [{ ...tracking, modes: ['git-diff'] }]],
		['no formats', ['links'], undefined],
	])('does not match %s', (_case, wanted, found) => {
		expect(isSameMonitor(withFormats(found), withFormats(wanted))).toBe(false);
	});
});

it('isSameMonitor compares URLs in their normalized spelling', () => {
	const targets = [{ ...requested.targets[0], urls: ['https://EXAMPLE.com:443/a'] }];
	expect(isSameMonitor(stored, { ...requested, targets })).toBe(true);
});
