import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_MAX_TRIES } from '../client/retry';
import { propertyOf } from '../form/field';
import { collection, flag, formOf, number, whole } from '../form/form';

export const simplify = flag(
	'Simplify',
	'Whether to return a simplified version of the response instead of the raw data',
	{ role: 'own', default: true },
);

export const simplifyField = propertyOf('simplify', simplify);

/** A setting that the node uses itself, and that is equal for all items. */
const ofNode = { noDataExpression: true, role: 'own' } as const;

/** Sizes are in MB, and `maxRetryWait` is in seconds. */
const requestSettings = {
	maxRequestsAtOnce: whole('Max Requests at Once', 'Lowers the automatic limit', {
		noDataExpression: true,
		min: 1,
		max: 200,
		default: 200,
		details:
			'From 1 to 200. The value of the first item applies to all items. Rarely needed, because the node detects the concurrency limit automatically.',
	}),
	maxCreditsPerExecution: number(
		'Max Credits per Execution',
		'Shared by all Web Data nodes. Running jobs can exceed it.',
		{
			ifEmpty: 'error',
			min: 1,
			default: 1000,
			details:
				'At least 1. Applies to one execution. If items have different values, the lowest value applies. When the reported credits reach the limit, this node sends no more requests that can cost credits, and the remaining items fail. Requests in progress can also exceed the limit.',
		},
	),
	maxFileSize: number('Max File Size (MB)', 'Max MB. Larger files remain links.', {
		...ofNode,
		min: 1,
		max: 1024,
		default: 100,
		details: 'From 1 to 1,024.',
	}),
	maxFilesAtOnce: whole('Max Files at Once', 'Max simultaneous downloads', {
		...ofNode,
		min: 1,
		max: 50,
		default: 4,
		details: 'From 1 to 50, across all items. The value of the first item applies to all items.',
	}),
	// A response above the maximum might exceed V8's maximum string length.
	maxResponseSize: number('Max Response Size (MB)', 'Max MB per response', {
		...ofNode,
		min: 1,
		max: 500,
		default: 20,
		details: 'From 1 to 500. Larger responses fail.',
	}),
	maxRetryWait: number('Max Retry Wait (Seconds)', 'Total seconds to wait per request', {
		...ofNode,
		min: 0,
		max: 3600,
		default: 600,
		details:
			'From 0 to 3,600. Includes waits for rate limits. If the service requests a longer wait, the item fails.',
	}),
	maxTries: whole('Max Tries', 'Attempts per request', {
		...ofNode,
		min: 1,
		max: 20,
		default: DEFAULT_MAX_TRIES,
		details: 'From 1 to 20. Set to 1 to turn off retries.',
	}),
	previewRequest: flag('Preview Request', 'Whether to output the unsent request', {
		...ofNode,
		details: 'A preview is free of charge. The API key is masked.',
	}),
};

export const requestSettingsField = propertyOf(
	'requestSettings',
	collection('Request Settings', undefined, requestSettings, {
		mark: 'group',
		placeholder: 'Add Setting',
		isNodeSetting: true,
		details: 'The settings control how the node sends requests. They are not sent to the service.',
	}),
);

type SettingName = keyof typeof requestSettings;

/** Returns the field with only some of the settings. */
export const requestSettingsWith = (isShown: (name: SettingName) => boolean): INodeProperties => ({
	...requestSettingsField,
	options: (requestSettingsField.options as INodeProperties[]).filter(({ name }) =>
		isShown(name as SettingName),
	),
});

export const settingsForm = formOf({ ...requestSettings, simplify });
