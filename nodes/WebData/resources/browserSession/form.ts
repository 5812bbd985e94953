import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { idPickerField } from '../../form/ids';
import { additionalBodyFieldsField, integrationField } from '../../form/shared';
import { integration, nonBlank, textUpTo, uuidInPath, wholeNumber } from '../../form/values';
import { profileField } from '../../page/options';
import { profile } from '../../page/scrapeOptions';

export const languages = ['node', 'python', 'bash'] as const;

export const sessionStatuses = ['active', 'destroyed'] as const;

export const sessionId = uuidInPath('a browser session', 'interact');

/** Body of a create request. `ttl` and `activityTtl` are in seconds. */
export const createSessionRequest = z
	.object({
		ttl: wholeNumber.min(30).max(3600).optional(),
		activityTtl: wholeNumber.min(10).max(3600).optional(),
		streamWebView: z.boolean().optional(),
		recordSession: z.boolean().optional(),
		profile: profile.optional(),
		integration: integration.optional(),
	})
	.strict();

/** `sessionId` is part of the path. The other fields form the body. `timeout` is in seconds. */
export const executeRequest = z
	.object({
		sessionId,
		code: textUpTo(100_000),
		language: z.enum(languages).default('node'),
		timeout: wholeNumber.min(1).max(300).optional(),
		origin: nonBlank.optional(),
	})
	.strict();

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

export const sessionIdField = idPickerField({
	displayName: 'Session',
	name: 'sessionId',
	description: 'ID of the browser session, from the output of Create or Get Many',
	searchListMethod: 'searchSessions',
	select: 'a session',
	errorMessage: 'Must contain the ID of a browser session, which is a UUID',
});

export const codeField = (where: string, example: string): INodeProperties => ({
	displayName: 'Code',
	name: 'code',
	type: 'string',
	typeOptions: { rows: 5 },
	default: '',
	required: true,
	placeholder: `e.g. ${example}`,
	description: `Code to run ${where}, up to 100,000 characters`,
});

export const languageField: INodeProperties = {
	displayName: 'Language',
	name: 'language',
	type: 'options',
	default: 'node',
	options: [
		{ name: 'Bash', value: 'bash' },
		{ name: 'Node.js', value: 'node' },
		{ name: 'Python', value: 'python' },
	],
	description: 'Language of the code',
};

export const codeTimeoutField = (subject: string): INodeProperties => ({
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 300 },
	default: 30,
	description: `Maximum time for ${subject}, from 1 to 300 seconds`,
});
