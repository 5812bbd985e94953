// Fields that steer the node itself and never travel: their names are names that no field of the service has.

import type { INodeProperties } from 'n8n-workflow';
import { group } from '../form/marks';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const requestSettingsField = group({
	displayName: 'Request Settings',
	name: 'requestSettings',
	type: 'collection',
	default: {},
	placeholder: 'Add Setting',
	isNodeSetting: true,
	description: 'How this node sends its requests. Nothing of this goes to the service.',
	options: [
		{
			displayName: 'Max Concurrency',
			name: 'maxConcurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 200 },
			default: 200,
			description:
				'Maximum number of requests at the same time, from 1 to 200. Rarely needed: by default the node finds the limit of the account by itself.',
		},
		{
			displayName: 'Max File Size (MB)',
			name: 'maxFileSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1024 },
			default: 100,
			description:
				'Largest file to put into an item, from 1 to 1,024 megabytes. The link of a larger one stays as it is.',
		},
		{
			displayName: 'Max Files at Once',
			name: 'maxFilesAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: 4,
			description: 'How many files are downloaded at the same time over all items, from 1 to 50',
		},
		{
			displayName: 'Max Response Size (MB)',
			name: 'maxResponseSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 500 },
			default: 20,
			description: 'Maximum size of the response for one item, from 1 to 500 megabytes',
		},
		{
			displayName: 'Max Retry Wait (Seconds)',
			name: 'maxRetryWait',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 3600 },
			default: 600,
			description:
				'How long one item may wait between its tries in all, from 0 to 3,600 seconds. A longer wait that the service asks for ends the item.',
		},
		{
			displayName: 'Max Tries',
			name: 'maxTries',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 20 },
			default: 5,
			description: 'How often to try a request in all, from 1 to 20. 1 turns retries off.',
		},
		{
			displayName: 'Preview Request',
			name: 'previewRequest',
			type: 'boolean',
			default: false,
			description:
				'Whether to output the request with the key masked instead of sending it. This costs nothing.',
		},
	],
});
