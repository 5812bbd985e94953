import type { INodeProperties } from 'n8n-workflow';

export const viewportField: INodeProperties = {
	displayName: 'Viewport',
	name: 'viewport',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Set Viewport',
	description: 'Size of the browser window',
	options: [
		{
			displayName: 'Size',
			name: 'size',
			values: [
				{
					displayName: 'Width (Px)',
					name: 'width',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 7680 },
					default: 1280,
					description: 'Width of the window, from 1 to 7,680 pixels',
				},
				{
					displayName: 'Height (Px)',
					name: 'height',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 4320 },
					default: 720,
					description: 'Height of the window, from 1 to 4,320 pixels',
				},
			],
		},
	],
};

export const fullPageField: INodeProperties = {
	displayName: 'Full Page',
	name: 'fullPage',
	type: 'boolean',
	default: false,
	description:
		'Whether to capture the whole page instead of the visible part. If on, the viewport height is ignored.',
};

export const qualityField: INodeProperties = {
	displayName: 'Quality',
	name: 'quality',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 100,
	description: 'Quality of the image, from 1 to 100, where 100 is best',
};
