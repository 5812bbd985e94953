// The field names and values in this file were observed in the live API.

import type { IDataObject } from 'n8n-workflow';
import { scrapeFieldRows } from './scrapeFields';

export interface MonitorFieldRow {
	field: string;
	/** Stored parameters that differ from `smallestMonitorForm`. */
	form: IDataObject;
	/** Fields of the body that differ from `smallestMonitorBody`. */
	sent: IDataObject;
}

const url = 'https://example.com/prices';
const targetId = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

export const smallestMonitorForm: IDataObject = {
	source: 'monitor',
	monitorMode: 'create',
	name: 'Tides',
	targets: { target: [{ type: 'scrape', urls: [url] }] },
	schedule: { schedule: { specifySchedule: 'text', text: 'hourly' } },
};

export const smallestMonitorBody: IDataObject = {
	name: 'Tides',
	targets: [{ type: 'scrape', urls: [url] }],
	schedule: { text: 'hourly' },
};

const target = (field: string, form: IDataObject, sent: IDataObject): MonitorFieldRow => ({
	field: `targets.${field}`,
	form: { targets: { target: [form] } },
	sent: { targets: [sent] },
});

const crawlOption = (name: string, value: IDataObject[string]): MonitorFieldRow => {
	const site = { type: 'crawl', url, crawlOptions: { [name]: value } };
	return target(`crawlOptions.${name}`, site, site);
};

const searchOption = (name: string, value: IDataObject[string]): MonitorFieldRow => {
	const search = { type: 'search', queries: ['tide clock'] };
	const row = target(name, { ...search, options: { [name]: value } }, { ...search, [name]: value });
	return withGoal(row);
};

/** The API requires a goal for a search target. */
const withGoal = ({ field, form, sent }: MonitorFieldRow): MonitorFieldRow => ({
	field,
	form: { ...form, goal: 'Prices' },
	sent: { ...sent, goal: 'Prices' },
});

const option = (field: string, value: IDataObject): MonitorFieldRow => ({
	field,
	form: { options: value },
	sent: value,
});

const pages = { type: 'scrape', urls: [url] };

/** Scrape fields that a monitor does not accept. */
const notInTargets = ['url', 'zeroDataRetention', 'domainTools'];

const scrapeOptionRows: MonitorFieldRow[] = scrapeFieldRows
	.filter(({ field }) => !notInTargets.includes(field))
	.map(({ field, form: { formats, options }, sent }) => {
		const scrapeOptions = { ...(options as object), ...(formats !== undefined && { formats }) };
		return target(
			`scrapeOptions.${field}`,
			{ ...pages, scrapeOptions },
			{ ...pages, scrapeOptions: sent as IDataObject },
		);
	});

const targetRows: MonitorFieldRow[] = [
	target(
		'urls',
		{ type: 'scrape', urls: [url, `${url}/2`] },
		{ type: 'scrape', urls: [url, `${url}/2`] },
	),
	target('url', { type: 'crawl', url }, { type: 'crawl', url }),
	withGoal(
		target(
			'queries',
			{ type: 'search', queries: ['a', 'b'] },
			{ type: 'search', queries: ['a', 'b'] },
		),
	),
	target('id', { ...pages, id: targetId }, { ...pages, id: targetId }),
	crawlOption('allowExternalLinks', true),
	crawlOption('allowSubdomains', true),
	crawlOption('crawlEntireDomain', true),
	crawlOption('deduplicateSimilarURLs', false),
	crawlOption('delay', 2),
	crawlOption('excludePaths', ['private/.*']),
	crawlOption('ignoreQueryParameters', true),
	crawlOption('ignoreRobotsTxt', true),
	crawlOption('includePaths', ['docs/.*']),
	crawlOption('limit', 5),
	crawlOption('maxConcurrency', 2),
	crawlOption('maxDiscoveryDepth', 1),
	crawlOption('regexOnFullURL', true),
	crawlOption('robotsUserAgent', 'watcher'),
	crawlOption('sitemap', 'skip'),
	target(
		'crawlOptions, as JSON',
		{ type: 'crawl', url, crawlOptions: { additionalFields: '{"limit":7}' } },
		{ type: 'crawl', url, crawlOptions: { limit: 7 } },
	),
	searchOption('includeDomains', ['example.com']),
	searchOption('excludeDomains', ['example.org']),
	searchOption('maxResults', 3),
	searchOption('searchWindow', '7d'),
	...scrapeOptionRows,
];

const scheduled = (field: string, schedule: IDataObject, sent: IDataObject): MonitorFieldRow => ({
	field: `schedule.${field}`,
	form: { schedule: { schedule } },
	sent: { schedule: sent },
});

export const monitorFieldRows: readonly MonitorFieldRow[] = [
	{ field: 'name', form: { name: 'Prices' }, sent: { name: 'Prices' } },
	{ field: 'goal', form: { goal: 'Prices' }, sent: { goal: 'Prices' } },
	...targetRows,
	scheduled('text', { specifySchedule: 'text', text: 'daily at 9:00' }, { text: 'daily at 9:00' }),
	scheduled('cron', { specifySchedule: 'cron', cron: '0 9 * * 1-5' }, { cron: '0 9 * * 1-5' }),
	scheduled(
		'timezone',
		{ specifySchedule: 'text', text: 'hourly', timezone: 'Europe/Berlin' },
		{ text: 'hourly', timezone: 'Europe/Berlin' },
	),
	option('judgeEnabled', { judgeEnabled: false }),
	option('notification.email.enabled', { notification: { email: { enabled: true } } }),
	option('notification.email.includeDiffs', { notification: { email: { includeDiffs: true } } }),
	option('notification.email.recipients', {
		notification: { email: { recipients: ['a@example.com'] } },
	}),
	option('notification.slack.enabled', { notification: { slack: { enabled: true } } }),
	option('notification.slack.channelId', { notification: { slack: { channelId: 'C1' } } }),
	option('notification.slack.channelName', { notification: { slack: { channelName: 'prices' } } }),
	option('origin', { origin: 'nightly' }),
	option('retentionDays', { retentionDays: 7 }),
	{
		field: 'retentionDays, as JSON',
		form: { options: { additionalBodyFields: '{"retentionDays":9}' } },
		sent: { retentionDays: 9 },
	},
];
