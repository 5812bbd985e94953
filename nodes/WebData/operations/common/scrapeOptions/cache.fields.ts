import type { INodeProperties } from 'n8n-workflow';

export const cacheFields: INodeProperties[] = [
	{
		displayName: 'Cache: Lockdown',
		name: 'lockdown',
		type: 'boolean',
		default: false,
		description:
			'Whether to use the cache only and never request the page. Costs 5 credits if the page is cached, otherwise 1 credit.',
	},
	{
		displayName: 'Cache: Max Age (Ms)',
		name: 'maxAge',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 172800000,
		description:
			"Return a cached copy that is younger than this, otherwise scrape the page again. 0 always scrapes again. The service's default is 2 days, or 2 years with 'Cache: Lockdown'.",
	},
	{
		displayName: 'Cache: Min Age (Ms)',
		name: 'minAge',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description:
			'Use the cache only, and return a copy that is at least this old. 1 accepts a copy of any age.',
	},
	{
		displayName: 'Cache: Store in Cache',
		name: 'storeInCache',
		type: 'boolean',
		default: true,
		description:
			"Whether the service stores the page in its index and cache. Pages scraped with 'Page: Actions' or 'Browser: Headers' are never stored.",
	},
];
