import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import type { FollowSettings } from '../client/jobs/follow';
import { nameValuesField } from '../form/shared';

const cancelOption = (job: string, cancelled: 'nothing' | 'pages'): INodePropertyOptions =>
	cancelled === 'pages'
		? {
				name: 'Cancel and Return Pages',
				value: 'cancel',
				description: `Cancel the ${job} and return the pages that are ready. Fails if no page is ready.`,
			}
		: {
				name: 'Cancel and Fail',
				value: 'cancel',
				description: `Cancel the ${job} and fail the item`,
			};

export const waitFields = (
	job: string,
	cancelled: 'nothing' | 'pages' = 'nothing',
): INodeProperties[] => [
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 86400 },
		default: 600,
		description: `Maximum time to wait for the ${job} to finish, from 1 to 86,400 seconds`,
	},
	{
		displayName: 'When Max Wait Is Over',
		name: 'whenMaxWaitIsOver',
		type: 'options',
		default: 'error',
		options: [
			cancelOption(job, cancelled),
			{
				name: 'Fail and Keep Running',
				value: 'error',
				description: `Fail the item. The ${job} continues, and this node attaches to it on the next attempt.`,
			},
			{
				name: 'Return Status',
				value: 'unfinished',
				description: `Return the last known status, so that a later node can wait for the ${job}`,
			},
		],
		description: `How to proceed if the ${job} has not finished yet`,
	},
];

export const cancelOnStopField = (job: string): INodeProperties => ({
	displayName: 'Cancel on Stop',
	name: 'cancelOnStop',
	type: 'boolean',
	default: true,
	description: `Whether to cancel the ${job} when the execution is stopped`,
});

export const waitOptions = (job: string): INodeProperties[] => [
	cancelOnStopField(job),
	{
		displayName: 'Poll Interval (Seconds)',
		name: 'pollInterval',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 300 },
		default: 10,
		description:
			'Maximum time between two status checks, from 1 to 300 seconds. The first checks are more frequent.',
	},
];

export const MAX_PARALLEL_JOBS = 500;

export const cancelOnStopValue = { cancelOnStop: z.boolean().default(true) };

export const jobWaitValues = {
	maxWait: z.number().min(1).max(86_400).default(600),
	whenMaxWaitIsOver: z.enum(['error', 'unfinished', 'cancel']).default('error'),
	pollInterval: z.number().min(1).max(300).default(10),
	...cancelOnStopValue,
};

type JobWaitValues = z.infer<z.ZodObject<typeof jobWaitValues>>;

export const followSettings = (values: JobWaitValues): FollowSettings => ({
	intervalMs: values.pollInterval * 1000,
	maxWaitMs: values.maxWait * 1000,
	onTimeout: values.whenMaxWaitIsOver,
	cancelOnStop: values.cancelOnStop,
});

export function withoutJobWait<Values extends Partial<JobWaitValues>>(
	values: Values,
): Omit<Values, keyof JobWaitValues> {
	const {
		maxWait: _m,
		whenMaxWaitIsOver: _w,
		pollInterval: _p,
		cancelOnStop: _c,
		...rest
	} = values;
	return rest;
}

const webhookHeadersField = nameValuesField({
	displayName: 'Headers',
	name: 'headers',
	entry: 'header',
	nameExample: 'X-Token',
	valueExample: 'abc',
	description: 'Headers for each webhook request',
});

const metadataField = nameValuesField({
	displayName: 'Metadata',
	name: 'metadata',
	entry: 'entry',
	nameExample: 'customer',
	valueExample: '4711',
	description: 'Values that the service includes in each webhook request',
});

export const webhookField = (job: string, events: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Webhook',
	name: 'webhook',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: `Webhook that receives the events of the ${job}`,
	options: [
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			default: [],
			options: events,
			description:
				'Events that trigger a webhook request. If none is selected, all events trigger a request.',
		},
		webhookHeadersField,
		metadataField,
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $execution.resumeUrl }}',
			description: 'URL that receives the webhook requests. Must start with http:// or https://.',
		},
	],
});
