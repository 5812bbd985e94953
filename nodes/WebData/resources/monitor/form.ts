import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { oneOf, optionsOf } from '../../form/fields';
import { objectOf, propertyOf } from '../../form/form';
import { idPickerField } from '../../form/ids';
import type { ContractIssue } from '../../form/issues';
import { uiOnly } from '../../form/marks';
import { additionalBodyFieldsField, limitField, originField } from '../../form/shared';
import { domain, nonBlank, pageUrl, textUpTo, uuidInPath, wholeNumber } from '../../form/values';
import { type JsonObject, omitUndefined } from '../../json/json';
import { webhook } from '../../operation/jobWait';
import { nestedConflicts, scrapeOptionValues, toScrapeOptions } from '../../page/values';
import { crawlScope } from '../crawl/form';
import { targetScrapeOptionsField } from './targets';

const eventTable = {
	'monitor.page': ['Page', 'Sent for each page, with its differences and judgment'],
	'monitor.check.completed': [
		'Check Completed',
		'Sent once per check, with the number of changed pages',
	],
} as const;

export const monitorEvents = oneOf(eventTable).options;
export const monitorEventOptions = optionsOf(eventTable);

const monitorWebhook = webhook('monitor', eventTable);

const CRON_FIELD = '[\\d*,/-]+';
const cronExpression = new RegExp(`^${CRON_FIELD}( ${CRON_FIELD}){4}$`);

export const schedule = z
	.object({
		cron: textUpTo(128)
			.transform((text) => text.trim().replace(/\s+/g, ' '))
			.refine(
				(text) => cronExpression.test(text),
				'must consist of five fields with numbers, *, commas, -, and /, as in 0 9 * * 1-5',
			)
			.optional(),
		text: textUpTo(128).optional(),
		timezone: nonBlank.optional(),
	})
	.strict()
	.superRefine(({ cron, text }, context) => {
		if ((cron === undefined) !== (text === undefined)) return;
		const message = cron === undefined ? 'is required' : 'cannot be combined with a text';
		context.addIssue({ code: 'custom', path: [cron === undefined ? 'text' : 'cron'], message });
	});

/** In an update, a target that is sent with its existing ID keeps its history. */
const targetId = z.string().uuid('must be a UUID').optional();

/** Unknown options are sent unchanged, because the service accepts any option. */
const targetCrawlOptions = objectOf(crawlScope).passthrough();

const openOptions = z.object({}).passthrough();

const targetsOf = <Options extends z.ZodTypeAny>(scrapeOptions: Options) =>
	z
		.array(
			z.discriminatedUnion('type', [
				z
					.object({
						type: z.literal('scrape'),
						urls: z.array(pageUrl).min(1),
						scrapeOptions: scrapeOptions.optional(),
						id: targetId,
					})
					.strict(),
				z
					.object({
						type: z.literal('crawl'),
						url: pageUrl,
						crawlOptions: targetCrawlOptions.optional(),
						scrapeOptions: scrapeOptions.optional(),
						id: targetId,
					})
					.strict(),
				z
					.object({
						type: z.literal('search'),
						queries: z.array(textUpTo(256)).min(1).max(12),
						searchWindow: z.enum(['5m', '15m', '1h', '6h', '24h', '7d']).optional(),
						maxResults: wholeNumber.min(1).max(50).optional(),
						includeDomains: z.array(domain).max(50).optional(),
						excludeDomains: z.array(domain).max(50).optional(),
						id: targetId,
					})
					.strict(),
			]),
		)
		.min(1)
		.max(50);

const notification = z
	.object({
		email: z
			.object({
				enabled: z.boolean().optional(),
				recipients: z.array(z.string().email('must be an email address')).max(25).optional(),
				includeDiffs: z.boolean().optional(),
			})
			.strict()
			.optional(),
		slack: z
			.object({
				enabled: z.boolean().optional(),
				channelId: textUpTo(64).optional(),
				channelName: textUpTo(128).optional(),
			})
			.strict()
			.refine(({ enabled, channelId }) => enabled !== true || channelId !== undefined, {
				path: ['channelId'],
				message: 'is required if Slack is enabled',
			})
			.optional(),
	})
	.strict();

/**
 * Body of the request that creates a monitor. The specification does not document these fields. The fields were
 * observed in the live API.
 */
export const createMonitorRequest = z
	.object({
		name: textUpTo(256),
		schedule,
		targets: targetsOf(openOptions),
		goal: textUpTo(2000).optional(),
		judgeEnabled: z.boolean().optional(),
		webhook: monitorWebhook.type(),
		notification: notification.optional(),
		retentionDays: wholeNumber.min(1).max(365).optional(),
		origin: nonBlank.optional(),
	})
	.strict();

const monitorStatuses = ['active', 'paused'] as const;

/** Body of the request that updates a monitor. A list or an object replaces the whole stored value. */
export const updateMonitorRequest = createMonitorRequest
	.partial()
	.extend({ status: z.enum(monitorStatuses).optional() })
	.strict();

export const monitorId = uuidInPath('a monitor', 'monitor');

export const checkId = uuidInPath('a check', 'checks');

export const pageStatuses = ['same', 'new', 'changed', 'removed', 'error'] as const;

export const checkStatuses = [
	'queued',
	'running',
	'completed',
	'failed',
	'partial',
	'skipped_overlap',
	'skipped_no_credits',
] as const;

export const monitorIdField = idPickerField({
	displayName: 'Monitor',
	name: 'monitorId',
	description: 'ID of the monitor, from the output of Create or Get Many',
	searchListMethod: 'searchMonitors',
	select: 'a monitor',
	errorMessage: 'Must contain the ID of a monitor, which is a UUID',
});

export const checkIdField = idPickerField({
	displayName: 'Check',
	name: 'checkId',
	description:
		"ID of the check, from the output of Run or Get Checks, or from the 'checkId' field of a webhook event",
	searchListMethod: 'searchChecks',
	select: 'a check',
	errorMessage: 'Must contain the ID of a check, which is a UUID',
});

export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{ ...limitField, displayOptions: { show: { returnAll: [false] } } },
];

export const listValues = {
	returnAll: z.boolean().default(false),
	limit: z.number().int().min(1).default(50),
};

export const limitOf = ({ returnAll, limit }: { returnAll: boolean; limit: number }): number =>
	returnAll ? Infinity : limit;

export const filterOf = (status: string | undefined): Record<string, string> =>
	status === undefined ? {} : { status };

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Competitor prices',
	description: 'Name of the monitor, up to 256 characters',
};

export const goalField: INodeProperties = {
	displayName: 'Goal',
	name: 'goal',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Tell me when a price changes, and ignore new reviews',
	description:
		"Description of the changes that matter to you, up to 2,000 characters. A language model then judges each changed page, at 1 credit per page. Required for search targets, unless 'Judge Enabled' is off.",
};

const emailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: 'Emails about changes',
	options: [
		{
			displayName: 'Enabled',
			name: 'enabled',
			type: 'boolean',
			default: false,
			description: 'Whether the service sends emails',
		},
		{
			displayName: 'Include Diffs',
			name: 'includeDiffs',
			type: 'boolean',
			default: false,
			description: 'Whether the emails contain the changed lines',
		},
		{
			displayName: 'Recipients',
			name: 'recipients',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Recipient' },
			default: [],
			placeholder: 'e.g. name@example.com',
			description:
				'Up to 25 email addresses. If empty, the emails are sent to the members of your team. Other recipients must confirm first.',
		},
	],
};

const slackField: INodeProperties = {
	displayName: 'Slack',
	name: 'slack',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: "Slack messages about changes. Connect Slack in the service's dashboard first.",
	options: [
		{
			displayName: 'Channel ID',
			name: 'channelId',
			type: 'string',
			default: '',
			placeholder: 'e.g. C0123456789',
			description: "ID of the channel, up to 64 characters. Required if 'Enabled' is on.",
		},
		{
			displayName: 'Channel Name',
			name: 'channelName',
			type: 'string',
			default: '',
			placeholder: 'e.g. price-changes',
			description: 'Name of the channel, up to 128 characters',
		},
		{
			displayName: 'Enabled',
			name: 'enabled',
			type: 'boolean',
			default: false,
			description: 'Whether the service sends messages',
		},
	],
};

export const monitorOptions: readonly INodeProperties[] = [
	additionalBodyFieldsField,
	{
		displayName: 'Judge Enabled',
		name: 'judgeEnabled',
		type: 'boolean',
		default: true,
		description:
			"Whether a language model judges changed pages against 'Goal', at 1 credit per page. The service's default is on if a goal is set.",
	},
	{
		displayName: 'Notification',
		name: 'notification',
		type: 'collection',
		default: {},
		placeholder: 'Add Channel',
		description: 'Notifications about changes, in addition to the webhook',
		options: [emailField, slackField],
	},
	originField,
	{
		displayName: 'Retention (Days)',
		name: 'retentionDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365 },
		default: 30,
		description: 'Time for which the service keeps the check results, from 1 to 365 days',
	},
	propertyOf('webhook', monitorWebhook),
];

const specifyField = uiOnly({
	displayName: 'Specify Schedule',
	name: 'specifySchedule',
	type: 'options',
	default: 'text',
	options: [
		{ name: 'In Words', value: 'text', description: 'For example, daily at 9:00' },
		{ name: 'Using Cron', value: 'cron', description: 'For example, 0 9 * * 1-5' },
	],
	description: 'How to specify the schedule',
});

export const scheduleField: INodeProperties = {
	displayName: 'Schedule',
	name: 'schedule',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Set Schedule',
	description: 'When the service checks the targets, at most once every 5 minutes',
	options: [
		{
			displayName: 'Schedule',
			name: 'schedule',
			values: [
				specifyField,
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					default: '',
					placeholder: 'e.g. daily at 9:00',
					description:
						'Interval in words, such as every 30 minutes, hourly, every 6 hours, daily at 9:00, or weekly. Use a number of minutes that divides evenly into 60, or a number of hours that divides evenly into 24.',
					displayOptions: { show: { specifySchedule: ['text'] } },
				},
				{
					displayName: 'Cron Expression',
					name: 'cron',
					type: 'string',
					default: '',
					placeholder: 'e.g. 0 9 * * 1-5',
					description:
						'Five fields: minute, hour, day of the month, month, and day of the week. Use only numbers, *, commas, -, and /.',
					displayOptions: { show: { specifySchedule: ['cron'] } },
				},
				{
					displayName: 'Time Zone',
					name: 'timezone',
					type: 'string',
					default: '',
					placeholder: 'e.g. Europe/Berlin',
					description: "IANA time zone of the schedule. The service's default is UTC.",
				},
			],
		},
	],
};

const targets = targetsOf(scrapeOptionValues);

export const createValues = createMonitorRequest.extend({ targets });
export const updateValues = updateMonitorRequest.extend({ targets: targets.optional() });

type Targets = z.infer<typeof targets>;

type MonitorValues = z.infer<typeof updateValues>;

const isEmptyObject = (object: JsonObject): boolean => Object.keys(object).length === 0;

const toTarget = (target: Targets[number]): JsonObject => {
	if (target.type === 'search' || target.scrapeOptions === undefined) return target;
	const options = toScrapeOptions(target.scrapeOptions);
	return omitUndefined({ ...target, scrapeOptions: isEmptyObject(options) ? undefined : options });
};

export const toMonitorBody = ({ targets: list, ...values }: MonitorValues): JsonObject =>
	omitUndefined({ ...values, targets: list?.map(toTarget) });

function conflictsOfTarget(target: Targets[number], index: number): ContractIssue[] {
	const path = ['targets', index];
	if (target.type === 'search') {
		return target.includeDomains !== undefined && target.excludeDomains !== undefined
			? [
					{
						path: [...path, 'includeDomains'],
						message: "cannot be combined with 'Exclude Domains'",
					},
				]
			: [];
	}
	return nestedConflicts(target.scrapeOptions ?? {}, targetScrapeOptionsField).map((issue) => ({
		...issue,
		path: [...path, ...issue.path],
	}));
}

export const targetConflicts = ({ targets: list = [] }: MonitorValues): ContractIssue[] =>
	list.flatMap(conflictsOfTarget);

const goalConflicts = ({
	targets: list = [],
	goal,
	judgeEnabled,
}: MonitorValues): ContractIssue[] =>
	goal === undefined && judgeEnabled !== false && list.some(({ type }) => type === 'search')
		? [
				{
					path: ['goal'],
					message: 'is required for a search target, unless {judgeEnabled} is off',
				},
			]
		: [];

export const monitorConflicts = (values: MonitorValues): ContractIssue[] => [
	...targetConflicts(values),
	...goalConflicts(values),
];
