// The group of options about copies of the page that the service has kept.

import type { INodeProperties } from 'n8n-workflow';

export const cacheField: INodeProperties = {
	displayName: 'Cache',
	name: 'caching',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	description: 'When a copy of the page that the service has kept will do',
	options: [
		{
			displayName: 'Lockdown',
			name: 'lockdown',
			type: 'boolean',
			default: false,
			description:
				'Whether to answer from the cache alone and never ask the page itself. Costs 5 credits with a copy and 1 without.',
		},
		{
			displayName: 'Max Age (Ms)',
			name: 'maxAge',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 172800000,
			description:
				"Return a copy that is younger than this, else scrape the page anew. The service uses 2 days without this, and 2 years with 'Lockdown'.",
		},
		{
			displayName: 'Min Age (Ms)',
			name: 'minAge',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description:
				'Ask the cache only, for a copy that is at least this old. 1 accepts a copy of any age.',
		},
		{
			displayName: 'Store in Cache',
			name: 'storeInCache',
			type: 'boolean',
			default: true,
			description:
				"Whether the service may keep the page in its index and cache. It never does with 'Actions' or 'Headers'.",
		},
	],
};
