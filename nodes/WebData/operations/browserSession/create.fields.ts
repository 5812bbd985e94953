import type { INodeProperties } from 'n8n-workflow';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { integrationField } from '../common/integration.field';
import { profileField } from '../common/profile.field';

export const createOptions: INodeProperties[] = [
	{
		displayName: 'Activity TTL (Seconds)',
		name: 'activityTtl',
		type: 'number',
		typeOptions: { minValue: 10, maxValue: 3600 },
		default: 300,
		description: 'Time without activity after which the session ends, from 10 to 3,600 seconds',
	},
	additionalBodyFieldsField,
	{
		displayName: 'Delete on Stop',
		name: 'deleteOnStop',
		type: 'boolean',
		default: true,
		description:
			'Whether to delete the session when the execution is stopped while this node is running, or when another item ends the node with an error',
	},
	integrationField,
	profileField({ displayName: 'Profile', uses: 'Sessions', ended: 'deleted' }),
	{
		displayName: 'Record Session',
		name: 'recordSession',
		type: 'boolean',
		default: true,
		description: 'Whether to record the session for later replay',
	},
	{
		displayName: 'Stream Web View',
		name: 'streamWebView',
		type: 'boolean',
		default: true,
		description:
			'Whether to show the browser at the live view URLs. Keep these URLs secret: they give access without an API key.',
	},
	{
		displayName: 'TTL (Seconds)',
		name: 'ttl',
		type: 'number',
		typeOptions: { minValue: 30, maxValue: 3600 },
		default: 600,
		description: 'Maximum lifetime of the session, from 30 to 3,600 seconds',
	},
];
