import type { INodeProperties } from 'n8n-workflow';
import { actionsField } from './actions.fields';

export const pageFields: INodeProperties[] = [
	actionsField,
	{
		displayName: 'Page: Block Ads',
		name: 'blockAds',
		type: 'boolean',
		default: true,
		description: 'Whether to block ads and cookie popups',
	},
	{
		displayName: 'Page: Fast Mode',
		name: 'fastMode',
		type: 'boolean',
		default: false,
		description: 'Whether to load the page in a faster, simpler way',
	},
	{
		displayName: 'Page: Timeout (Ms)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1000, maxValue: 300000 },
		default: 60000,
		description: 'Maximum time for scraping the page, from 1,000 to 300,000 milliseconds',
	},
	{
		displayName: 'Page: Wait For (Ms)',
		name: 'waitFor',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 60000 },
		default: 0,
		description:
			"Time to wait before the content is read, in addition to the service's own wait. At most half of 'Page: Timeout (Ms)'. Together with the waits in 'Page: Actions', up to 60,000 milliseconds.",
	},
];
