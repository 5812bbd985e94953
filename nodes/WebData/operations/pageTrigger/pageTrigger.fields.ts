import type { INodeProperties } from 'n8n-workflow';
import type { FormatType } from '../../api/scrape/formats';
import { formatTypes } from '../../api/scrape/formats';
import { additionalBodyFieldsField } from '../common/additionalBody.field';
import { optionsField } from '../common/options.fields';
import { formatsField } from '../common/scrapeOptions/formats.fields';
import { scrapeOptionFields } from '../common/scrapeOptions/options.fields';
import { requestSettingsField, simplifyField } from '../common/settings.fields';
import { group, textList } from '../form/marks';
import { OPERATION, RESOURCE } from './output';

/** n8n finds a node's output schema by the values of `resource` and `operation`. */
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
	description: 'What the service returns about a change',
	displayOptions: onlyForTracking,
	options: [
		{
			displayName: 'Modes',
			name: 'modes',
			type: 'multiOptions',
			default: [],
			options: [
				{
					name: 'Git Diff',
					value: 'git-diff',
					description: 'Return the changed lines of the Markdown',
				},
				{
					name: 'JSON',
					value: 'json',
					description:
						'Return the changed values of the fields in the schema. As the only mode, a page counts as changed only if one of them has changed.',
				},
			],
			description: 'Details to return about a change. If empty, only the status is returned.',
		},
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Extract name and price of each product',
			description: 'What to extract in JSON mode, in plain language, up to 10,000 characters',
		},
		{
			displayName: 'Schema',
			name: 'schema',
			type: 'json',
			default: '{}',
			hint: 'e.g. { "type": "object", "properties": { "price": { "type": "number" } } }',
			description: 'JSON Schema of the data to extract in JSON mode',
		},
		{
			displayName: 'Tag',
			name: 'tag',
			type: 'string',
			default: '',
			placeholder: 'e.g. price-watch',
			description:
				'Name of a separate history in the service. Set it if other workflows scrape the same pages with change tracking. Test runs add "-test" to it.',
		},
	],
};

/** Excludes two formats: raw Base64 cannot be combined with Markdown, and 'Compare' adds change tracking. */
const otherFormats: readonly FormatType[] = formatTypes.filter(
	(type) => type !== 'rawBase64' && type !== 'changeTracking',
);

const comparisonField = group({
	displayName: 'Comparison Options',
	name: 'comparison',
	type: 'collection',
	default: {},
	placeholder: 'Add Comparison Option',
	description: 'How the contents of a page are compared. None of this is sent to the service.',
	options: [
		{
			displayName: 'Before: Max Characters',
			name: 'beforeCharacters',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 50_000 },
			default: 5000,
			description:
				'How much Markdown of each page is kept for the field before, from 0 to 50,000 characters. All pages together keep at most 2 million. With 0, only a hash is kept. A change is found in the whole page in any case.',
		},
		{
			displayName: 'Ignore Digits',
			name: 'ignoreDigits',
			type: 'boolean',
			default: false,
			description:
				'Whether to ignore changes of digits, such as dates and counters. Prices consist of digits as well.',
		},
		textList({
			displayName: 'Ignore Lines Containing',
			name: 'ignoreLines',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Last updated',
			description:
				'Texts, one per line. Lines of the Markdown that contain one of them are not compared.',
		}),
	],
});

const usedSettings = ['maxRequestsAtOnce', 'maxResponseSize', 'maxRetryWait', 'maxTries'];

/** Request settings that a poll uses. */
const pollSettingsField: INodeProperties = {
	...requestSettingsField,
	options: ((requestSettingsField.options ?? []) as INodeProperties[]).filter(({ name }) =>
		usedSettings.includes(name),
	),
};

/** By default, n8n's 'Poll Times' field above the form selects every minute. */
const costNotice: INodeProperties = {
	displayName:
		"Each check of a page costs at least 1 credit. Every minute, that is 1,440 credits per page and day. Select a longer interval in 'Poll Times' if that is too much.",
	name: 'costNotice',
	type: 'notice',
	default: '',
};

/** The page check's form, without the fields that n8n adds and without the node's own settings. */
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
			'URLs of up to 1,000 pages, one per line. A list from an expression or a JSON array also works.',
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
				description: 'Compare the Markdown, and get the difference from the service',
			},
			{
				name: 'Markdown',
				value: 'markdown',
				description: 'Compare the Markdown with that of the last check',
			},
		],
		description: 'How changes are found. Every check loads the page, not a copy from the cache.',
	},
	changeTrackingField,
	{
		displayName: 'Emit First Check',
		name: 'emitFirstCheck',
		type: 'boolean',
		default: false,
		description:
			'Whether to output each page when it is checked for the first time. If off, the first check only records it.',
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
					'Fail with the error of the page. Changes of other pages are output by the next poll without a failed page.',
			},
			{
				name: 'Ignore and Log',
				value: 'log',
				description: 'Write the error to the log of n8n. If all pages fail, the poll fails.',
			},
			{
				name: 'Output as Items',
				value: 'items',
				description:
					'Output an item when a page starts to fail, and another one when it fails for a different reason',
			},
		],
		description:
			'What to do if a page cannot be checked. It is compared again by the next poll, with the content of its last successful check.',
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
