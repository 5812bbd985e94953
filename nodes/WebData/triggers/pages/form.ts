import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { group, textList } from '../../form/marks';
import { additionalBodyFieldsField, optionsField } from '../../form/shared';
import { anything, openObject } from '../../form/values';
import { requestSettingsField, simplifyField } from '../../operation/settings';
import {
	extractionPromptField,
	extractionSchemaField,
	formatsField,
	type FormatType,
	formatTypes,
	modesField,
	tagField,
} from '../../page/formats';
import { scrapeOptionFields } from '../../page/options';
import { simplifiedPage } from '../../page/output';

/** Names of the resource and the operation in the path of the output schema file. */
export const RESOURCE = 'page';
export const OPERATION = 'change';

/** Schema of a page trigger item if Simplify is on. */
export const pageChange = openObject({
	url: z.string(),
	changeStatus: z.enum(['new', 'same', 'changed', 'removed', 'failed']),
	checkedAt: z.string(),
	before: openObject({
		since: z.string().describe('Time when this content was first seen'),
		hash: z.string(),
		markdown: z.string(),
		isTruncated: z.boolean(),
	}).nullable(),
	after: simplifiedPage.extend({ hash: z.string() }).partial().passthrough().nullable(),
	failure: openObject({ message: z.string(), description: z.string(), details: anything }),
});

/** n8n uses the values of `resource` and `operation` to find a node's output schema. */
const schemaFields: INodeProperties[] = [
	{ displayName: 'Resource', name: 'resource', type: 'hidden', default: RESOURCE },
	{ displayName: 'Operation', name: 'operation', type: 'hidden', default: OPERATION },
];

const onlyForTracking = { show: { compare: ['changeTracking'] } };

const changeTrackingField: INodeProperties = {
	displayName: 'Change Tracking',
	name: 'changeTracking',
	type: 'collection',
	default: {},
	placeholder: 'Add Change Tracking Option',
	description: 'Details that the service returns about a change',
	displayOptions: onlyForTracking,
	options: [
		modesField(
			'Return the changed values of the schema fields. If JSON is the only mode, a page counts as changed only if one of these fields has changed.',
		),
		extractionPromptField(
			'Plain-language description of the data to extract in JSON mode, up to 10,000 characters',
		),
		extractionSchemaField('JSON Schema of the data to extract in JSON mode'),
		tagField(
			'price-watch',
			'Name of a separate history on the service. Set a tag if other workflows scrape the same pages with change tracking. Test runs append "-test" to the tag.',
		),
	],
};

/** Excludes Raw Base64, which cannot be combined with Markdown, and change tracking, which the field 'Compare' adds. */
const otherFormats: readonly FormatType[] = formatTypes.filter(
	(type) => type !== 'rawBase64' && type !== 'changeTracking',
);

const comparisonField = group({
	displayName: 'Comparison Options',
	name: 'comparison',
	type: 'collection',
	default: {},
	placeholder: 'Add Comparison Option',
	description: 'Settings for comparing page content. The settings are not sent to the service.',
	options: [
		{
			displayName: 'Before: Max Characters',
			name: 'beforeCharacters',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 50_000 },
			default: 5000,
			description:
				"Maximum length of each page's Markdown to store for the field 'before', from 0 to 50,000 characters. All pages together store at most 2,000,000 characters. 0 stores only a hash. The node always detects changes in the whole page.",
		},
		{
			displayName: 'Ignore Digits',
			name: 'ignoreDigits',
			type: 'boolean',
			default: false,
			description:
				'Whether to ignore changes to digits, for example, in dates and counters. Changes to prices are then also ignored.',
		},
		textList({
			displayName: 'Ignore Lines Containing',
			name: 'ignoreLines',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Last updated',
			description:
				'Text to look for, one entry per line. Markdown lines that contain any of the entries are not compared.',
		}),
	],
});

const usedSettings = ['maxRequestsAtOnce', 'maxResponseSize', 'maxRetryWait', 'maxTries'];

const pollSettingsField: INodeProperties = {
	...requestSettingsField,
	options: ((requestSettingsField.options ?? []) as INodeProperties[]).filter(({ name }) =>
		usedSettings.includes(name),
	),
};

/** Warns of the cost of n8n's default interval of one minute. */
const costNotice: INodeProperties = {
	displayName:
		"Each check of a page costs at least 1 credit. A check every minute costs 1,440 credits per page per day. To reduce the cost, select a longer interval in 'Poll Times'.",
	name: 'costNotice',
	type: 'notice',
	default: '',
};

export const pageTriggerFields: INodeProperties[] = [
	textList({
		displayName: 'URLs',
		name: 'urls',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/news',
		description:
			'URLs of up to 1,000 pages, one per line. A JSON array, or an expression that returns a list, also works.',
	}),
	{
		displayName: 'Compare',
		name: 'compare',
		type: 'options',
		default: 'markdown',
		options: [
			{
				name: 'Change Tracking',
				value: 'changeTracking',
				description: 'Let the service compare the Markdown and return the differences',
			},
			{
				name: 'Markdown',
				value: 'markdown',
				description: 'Compare the Markdown with the Markdown of the last check',
			},
		],
		description: 'How to detect changes. Every check loads the page itself, not a cached copy.',
	},
	changeTrackingField,
	{
		displayName: 'Emit First Check',
		name: 'emitFirstCheck',
		type: 'boolean',
		default: false,
		description:
			'Whether to output each page when it is checked for the first time. If off, the first check only records the page.',
	},
	{
		displayName: 'Failed Pages',
		name: 'failedPages',
		type: 'options',
		default: 'log',
		options: [
			{
				name: 'Fail the Poll',
				value: 'fail',
				description:
					"Fail with the page's error. Changes to other pages are output by the next poll in which no page fails.",
			},
			{
				name: 'Ignore and Log',
				value: 'log',
				description: 'Write the error to the n8n log. If all pages fail, the poll fails.',
			},
			{
				name: 'Output as Items',
				value: 'items',
				description:
					'Output an item when a page starts to fail, and another item when the page fails for a different reason',
			},
		],
		description:
			'How to handle pages that cannot be checked. The next poll compares such a page with its last successful check.',
	},
	simplifyField,
	comparisonField,
	optionsField([formatsField(otherFormats), ...scrapeOptionFields(), additionalBodyFieldsField]),
];

export const pageTriggerProperties: INodeProperties[] = [
	...schemaFields,
	costNotice,
	...pageTriggerFields,
	pollSettingsField,
];
