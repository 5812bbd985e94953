// Every field of a monitor, as stored in a workflow and as sent. Names and values are those of the open-source server.

import type { INodeParameters } from 'n8n-workflow';

const url = 'https://example.com/prices';

const webhook = { url: 'https://hook.example.com/x', events: ['monitor.page'] };
const headers = { header: [{ name: 'X-Token', value: 'abc' }] };
const metadata = { entry: [{ name: 'customer', value: '4711' }] };

const webhookForm = { ...webhook, headers, metadata };
const webhookSent = { ...webhook, headers: { 'X-Token': 'abc' }, metadata: { customer: '4711' } };

const options = {
	judgeEnabled: false,
	notification: {
		email: { enabled: true, includeDiffs: true, recipients: ['a@example.com'] },
		slack: { enabled: true, channelId: 'C1', channelName: 'prices' },
	},
	origin: 'nightly',
	retentionDays: 7,
};

const additional = { additionalBodyFields: '{"retentionDays":9}' };

const crawlOptions = {
	...{ allowExternalLinks: true, allowSubdomains: true, crawlEntireDomain: true },
	...{ deduplicateSimilarURLs: false, delay: 2, excludePaths: ['private/.*'] },
	...{ ignoreQueryParameters: true, ignoreRobotsTxt: true, includePaths: ['docs/.*'] },
	...{ maxConcurrency: 2, maxDiscoveryDepth: 1, regexOnFullURL: true },
	...{ robotsUserAgent: 'watcher', sitemap: 'skip' },
};

const searchOptions = { includeDomains: ['example.com'], maxResults: 3, searchWindow: '7d' };
const search = { type: 'search', queries: ['tide clock'] };
const excluded = { excludeDomains: ['example.org'] };
const crawl = { type: 'crawl', url };
const pages = { type: 'scrape', urls: [url, `${url}/2`] };
const scraped = { type: 'scrape', urls: [url] };
const formats = { format: [{ type: 'links' }] };

const pageTargets = [pages, { ...scraped, scrapeOptions: { waitFor: 10, formats } }];
const pageTargetsSent = [pages, { ...scraped, scrapeOptions: { waitFor: 10, formats: ['links'] } }];

const searchTargets = [
	{ ...search, options: searchOptions },
	{ ...search, options: excluded },
];
const searchTargetsSent = [
	{ ...search, ...searchOptions },
	{ ...search, ...excluded },
];

const targets = {
	target: [...pageTargets, { ...crawl, limit: 5, crawlOptions }, crawl, ...searchTargets],
};

const targetsSent = [
	...pageTargetsSent,
	{ ...crawl, crawlOptions: { limit: 5, ...crawlOptions } },
	{ ...crawl, crawlOptions: { limit: 100 } },
	...searchTargetsSent,
];

const changedSites = [{ ...crawl, crawlOptions: { limit: 5, ...crawlOptions } }, crawl];

/** Targets of an update, which sends only the limit that is set. */
export const changedTargets = {
	form: { target: [...pageTargets, ...changedSites, ...searchTargets] },
	sent: [...pageTargetsSent, ...changedSites, ...searchTargetsSent],
};

const inWords = { text: 'hourly', timezone: 'Europe/Berlin' };
const cron = { cron: '0 9 * * 1-5' };

interface Schedule {
	form: INodeParameters;
	sent: object;
}

export const schedules: Record<'inWords' | 'cron', Schedule> = {
	inWords: { form: { specifySchedule: 'text', ...inWords }, sent: inWords },
	cron: { form: { specifySchedule: 'cron', ...cron }, sent: cron },
};

/** Fields of a new monitor without its schedule and webhook. */
export const monitorFields = {
	form: { name: 'All', goal: 'Prices', targets, options: { ...options, ...additional } },
	sent: { name: 'All', goal: 'Prices', targets: targetsSent, ...options, retentionDays: 9 },
};

export const monitorWebhook = { form: webhookForm, sent: webhookSent };
