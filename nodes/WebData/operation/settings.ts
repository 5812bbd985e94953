import { flag } from '../form/fields';
import { propertyOf } from '../form/form';
import { group, nonEmptyExpression } from '../form/marks';

export const simplify = flag({
	displayName: 'Simplify',
	role: 'own',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

export const simplifyField = propertyOf('simplify', simplify);

export const requestSettingsField = group({
	displayName: 'Request Settings',
	name: 'requestSettings',
	type: 'collection',
	default: {},
	placeholder: 'Add Setting',
	isNodeSetting: true,
	description:
		'Settings for how this node sends its requests. The settings themselves are not sent to the service.',
	options: [
		{
			displayName: 'Max Concurrency',
			name: 'maxRequestsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 200 },
			default: 200,
			description:
				'Maximum number of requests at the same time, from 1 to 200. The value of the first item applies to all items. Rarely needed, because the node detects the account limit automatically.',
		},
		nonEmptyExpression({
			displayName: 'Max Credits per Execution',
			name: 'maxCreditsPerExecution',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1000,
			description:
				'Maximum credits for all Web Data nodes of one execution, at least 1. If items have different values, the lowest value applies. When the reported credits reach the limit, this node sends no more requests that can cost credits, and the remaining items fail. Requests and jobs in progress continue and can exceed the limit.',
		}),
		{
			displayName: 'Max File Size (MB)',
			name: 'maxFileSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1024 },
			default: 100,
			description:
				'Maximum size of a downloaded file, from 1 to 1,024 megabytes. Larger files are returned as links.',
		},
		{
			displayName: 'Max Files at Once',
			name: 'maxFilesAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: 4,
			description:
				'Maximum number of downloads at the same time across all items, from 1 to 50. The value of the first item applies to all items.',
		},
		{
			displayName: 'Max Response Size (MB)',
			name: 'maxResponseSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 500 },
			default: 20,
			description: 'Maximum size of a response, from 1 to 500 megabytes',
		},
		{
			displayName: 'Max Retry Wait (Seconds)',
			name: 'maxRetryWait',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 3600 },
			default: 600,
			description:
				'Maximum total time that a request waits for retries and rate limits, from 0 to 3,600 seconds. If the service requests a longer wait, the item fails.',
		},
		{
			displayName: 'Max Tries',
			name: 'maxTries',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 20 },
			default: 5,
			description: 'Maximum number of tries per request, from 1 to 20. 1 turns retries off.',
		},
		{
			displayName: 'Preview Request',
			name: 'previewRequest',
			type: 'boolean',
			default: false,
			description:
				'Whether to output the request, with the API key masked, instead of sending the request. Free of charge.',
		},
	],
});
