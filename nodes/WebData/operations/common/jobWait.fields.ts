import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

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
