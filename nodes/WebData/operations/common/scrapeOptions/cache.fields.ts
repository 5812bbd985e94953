import type { INodeProperties } from 'n8n-workflow';

export const cacheFields: INodeProperties[] = [
	{
		displayName: 'Cache: Lockdown',
		name: 'lockdown',
		type: 'boolean',
		default: false,
		description:
			'Whether to use only the cache and never request the page. Costs 5 credits if the page is cached, otherwise 1 credit.',
	},
	{
		displayName: 'Cache: Max Age (Ms)',
		name: 'maxAge',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 172800000,
		description:
			"Maximum age of a cached copy, in milliseconds. If the copy is older, the page is scraped again. Set to 0 to always scrape the page again. The service's default is 2 days, or 2 years with 'Cache: Lockdown'.",
	},
	{
		displayName: 'Cache: Min Age (Ms)',
		name: 'minAge',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description:
			'Minimum age of a cached copy, in milliseconds. With this option, the service uses only the cache. Set to 1 to accept a copy of any age.',
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
