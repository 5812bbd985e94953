// The group of options about how the page is loaded, and how long that may take.

import type { INodeProperties } from 'n8n-workflow';

export const loadingField: INodeProperties = {
	displayName: 'Page Loading',
	name: 'pageLoading',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	description: 'How the page is loaded, and how long that may take',
	options: [
		{
			displayName: 'Block Ads',
			name: 'blockAds',
			type: 'boolean',
			default: true,
			description: 'Whether to block ads and cookie popups',
		},
		{
			displayName: 'Fail on Page Error',
			name: 'failOnPageError',
			type: 'boolean',
			default: false,
			description:
				'Whether the item fails when the page itself answers with an HTTP status of 400 or more. It costs the same, and what the page says is in the details of the error.',
		},
		{
			displayName: 'Fast Mode',
			name: 'fastMode',
			type: 'boolean',
			default: false,
			description: 'Whether to load the page in a quicker and simpler way',
		},
		{
			displayName: 'Timeout (Ms)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1000, maxValue: 300000 },
			default: 60000,
			description: 'How long the page may take, from 1,000 to 300,000 milliseconds',
		},
		{
			displayName: 'Wait For (Ms)',
			name: 'waitFor',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 60000 },
			default: 0,
			description:
				"Extra time to wait before the content is taken, on top of the service's own waiting. Up to half of 'Timeout (Ms)', and up to 60,000 milliseconds together with the waits of 'Actions'.",
		},
	],
};
