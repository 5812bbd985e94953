// The fields that say how long a run is waited for, and what happens then. Nothing of them travels.

import type { INodeProperties } from 'n8n-workflow';

export const waitFields: INodeProperties[] = [
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 86400 },
		default: 600,
		description: 'How long to wait for the end of the run, from 1 to 86,400 seconds',
	},
	{
		displayName: 'When Max Wait Is Over',
		name: 'whenMaxWaitIsOver',
		type: 'options',
		default: 'error',
		options: [
			{
				name: 'Cancel Run and Fail',
				value: 'cancel',
				description: 'The run is cancelled at the service, and the item fails',
			},
			{
				name: 'Fail, Run Goes On',
				value: 'error',
				description: 'The item fails, and another try of this node attaches to the run',
			},
			{
				name: 'Return Unfinished Run',
				value: 'unfinished',
				description: 'The item is the run as it is, to be followed later',
			},
		],
		description: 'What to do when the run has not ended in time',
	},
];

/** Rare ones of the same kind, in the order of their labels. */
export const followOptions: INodeProperties[] = [
	{
		displayName: 'Cancel Run on Stop',
		name: 'cancelOnStop',
		type: 'boolean',
		default: true,
		description: 'Whether the run is cancelled at the service when the execution is stopped',
	},
	{
		displayName: 'Poll Interval (Seconds)',
		name: 'pollInterval',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 300 },
		default: 10,
		description:
			'Longest pause between two looks at the run, from 1 to 300 seconds. The first looks come sooner.',
	},
];
