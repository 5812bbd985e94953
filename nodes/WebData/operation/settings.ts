import { DEFAULT_MAX_TRIES } from '../client/retry';
import { collection, flag, number, whole } from '../form/fields';
import { formOf, propertyOf } from '../form/form';

export const simplify = flag({
	displayName: 'Simplify',
	role: 'own',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

export const simplifyField = propertyOf('simplify', simplify);

/** Sizes are in MB, and `maxRetryWait` is in seconds. */
const requestSettings = {
	maxRequestsAtOnce: whole({
		displayName: 'Max Requests at Once',
		min: 1,
		max: 200,
		default: 200,
		description:
			'Maximum number of requests at the same time, from 1 to 200. The value of the first item applies to all items. Rarely needed, because the node detects the account limit automatically.',
	}),
	maxCreditsPerExecution: number({
		displayName: 'Max Credits per Execution',
		ifEmpty: 'error',
		min: 1,
		default: 1000,
		description:
			'Maximum credits for all Web Data nodes of one execution, at least 1. If items have different values, the lowest value applies. When the reported credits reach the limit, this node sends no more requests that can cost credits, and the remaining items fail. Requests and jobs in progress continue and can exceed the limit.',
	}),
	maxFileSize: number({
		displayName: 'Max File Size (MB)',
		role: 'own',
		min: 1,
		max: 1024,
		default: 100,
		description:
			'Maximum size of a downloaded file, from 1 to 1,024 megabytes. Larger files are returned as links.',
	}),
	maxFilesAtOnce: whole({
		displayName: 'Max Files at Once',
		role: 'own',
		min: 1,
		max: 50,
		default: 4,
		description:
			'Maximum number of downloads at the same time across all items, from 1 to 50. The value of the first item applies to all items.',
	}),
	// A response above the maximum might exceed V8's maximum string length.
	maxResponseSize: number({
		displayName: 'Max Response Size (MB)',
		role: 'own',
		min: 1,
		max: 500,
		default: 20,
		description: 'Maximum size of a response, from 1 to 500 megabytes',
	}),
	maxRetryWait: number({
		displayName: 'Max Retry Wait (Seconds)',
		role: 'own',
		min: 0,
		max: 3600,
		default: 600,
		description:
			'Maximum total time that a request waits for retries and rate limits, from 0 to 3,600 seconds. If the service requests a longer wait, the item fails.',
	}),
	maxTries: whole({
		displayName: 'Max Tries',
		role: 'own',
		min: 1,
		max: 20,
		default: DEFAULT_MAX_TRIES,
		description: 'Maximum number of tries per request, from 1 to 20. 1 turns retries off.',
	}),
	previewRequest: flag({
		displayName: 'Preview Request',
		role: 'own',
		description:
			'Whether to output the request, with the API key masked, instead of sending it. Free of charge.',
	}),
};

export const requestSettingsField = propertyOf(
	'requestSettings',
	collection(
		{
			displayName: 'Request Settings',
			mark: 'group',
			placeholder: 'Add Setting',
			isNodeSetting: true,
			description:
				'Settings for how this node sends its requests. The settings themselves are not sent to the service.',
		},
		requestSettings,
	),
);

export const settingsForm = formOf({ ...requestSettings, simplify });
