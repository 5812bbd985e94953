import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { objectOf, propertiesOf, propertyOf } from '../../form/field';
import {
	additionalBodyFields,
	choice,
	choices,
	collection,
	flag,
	formOf,
	reworded,
	text,
	whole,
} from '../../form/form';
import { nonBlank, pageUrl } from '../../form/values';
import { anything, openObject } from '../../operation/operation';
import { requestSettingsWith, simplify } from '../../operation/settings';
import {
	extraction,
	extractionIssue,
	formatTypes,
	pageFormats,
	trackingModes,
	trackingTag,
} from '../../page/formats';
import { pageOptions } from '../../page/options';
import { simplifiedPage } from '../../page/output';
import { pageKey } from './state';

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

const trackingFields = {
	modes: choices(
		'Modes',
		'Details to return about each change. By default, only Git Diff.',
		trackingModes(
			'Return the changed values of the schema fields. If JSON is the only mode, a page counts as changed only if one of these fields has changed.',
		),
		{ role: 'own', schema: z.array(nonBlank), default: ['git-diff'] },
	),
	prompt: reworded(extraction.prompt, {
		description:
			'Plain-language description of the data to extract in JSON mode, up to 10,000 characters',
	}),
	schema: reworded(extraction.schema, {
		description: 'JSON Schema of the data to extract in JSON mode',
	}),
	tag: reworded(trackingTag, {
		placeholder: 'e.g. price-watch',
		description:
			'Name of a separate change history on the service. Set a tag if other workflows scrape the same pages with change tracking. Test runs append "-test" to the tag.',
	}),
};

const fields = {
	urls: text(
		'URLs',
		'URLs of up to 1,000 pages, one per line. A JSON array, or an expression that returns a list, also works.',
		{
			mark: 'urlList',
			schema: z
				.array(pageUrl)
				.min(1)
				.max(1000)
				// Keeps the first URL of each page.
				.transform((urls) => {
					const pages = new Set<string>();
					return urls.filter((url) => pages.size < pages.add(pageKey(url)).size);
				}),
			typeOptions: { rows: 4 },
			required: true,
			placeholder: 'e.g. https://example.com/news\nhttps://example.com/prices',
		},
	),
	compare: choice(
		'Compare',
		'How to detect changes. Every check loads the page itself, not a cached copy.',
		'markdown',
		{
			markdown: ['Markdown', 'Compare the Markdown with that of the last check'],
			changeTracking: [
				'Change Tracking',
				'Compare the Markdown, and get the differences from the service as a Git diff or as values',
			],
		},
		{ role: 'own' },
	),
	changeTracking: collection(
		'Change Tracking',
		'Details that the service returns about each change',
		trackingFields,
		{
			role: 'own',
			placeholder: 'Add Change Tracking Option',
			default: { modes: ['git-diff'] },
			schema: objectOf(trackingFields).superRefine(({ modes, ...data }, context) => {
				const unused = data.schema === undefined ? 'prompt' : 'schema';
				if (modes.includes('json')) {
					const issue = extractionIssue(data, "'Schema'");
					if (issue !== undefined) context.addIssue(issue);
				} else if (data[unused] !== undefined) {
					context.addIssue({
						code: 'custom',
						path: [unused],
						message: "requires 'JSON' in 'Modes'",
					});
				}
			}),
			displayOptions: { show: { compare: ['changeTracking'] } },
		},
	),
	emitFirstCheck: flag(
		'Include First Check',
		'Whether to output each page when it is checked for the first time. If off, the first check only records the page.',
		{ role: 'own' },
	),
	failedPages: choice(
		'Failed Pages',
		'How to handle pages that cannot be checked. The next poll compares such a page with the content of the last successful check.',
		'log',
		{
			fail: [
				'Fail the Poll',
				"Fail with the page's error and output nothing. The next poll without a failed page outputs all changes.",
			],
			log: ['Ignore and Log', 'Write the error to the n8n log. If all pages fail, the poll fails.'],
			items: [
				'Output as Items',
				'Output an item when a page starts to fail, and another item when the page fails for a different reason',
			],
		},
		{ role: 'own' },
	),
	simplify,
};

const comparison = {
	beforeCharacters: whole(
		'Max Stored Characters',
		"Maximum number of characters of each page's Markdown to store for the 'before' field, from 0 to 50,000. The limit for all pages together is 2,000,000 characters. Set to 0 to store only a hash. Changes are always detected in the whole page.",
		{ role: 'own', min: 0, max: 50_000, default: 5000 },
	),
	ignoreDigits: flag(
		'Ignore Digits',
		'Whether to ignore changes to digits, for example, in dates and counters. Changes to prices are then also ignored.',
		{ role: 'own' },
	),
	ignoreLines: text(
		'Ignore Lines Containing',
		'Text to look for, one entry per line. Markdown lines that contain any of the entries are not compared.',
		{
			mark: 'lineList',
			needed: true,
			schema: z.array(nonBlank).default([]),
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Last updated\nPage views',
		},
	),
};

/** Values of the trigger, without scrape options. */
export const pageTriggerValues = objectOf({ ...fields, ...comparison }).strip();

/** The part of the form that each check sends. */
export const sentForm = formOf(
	{},
	{
		// Raw Base64 cannot be combined with Markdown, and the field 'Compare' adds change tracking.
		formats: pageFormats(
			formatTypes.filter((type) => type !== 'rawBase64' && type !== 'changeTracking'),
		),
		...pageOptions,
		additionalBodyFields,
	},
);

export const pageTriggerFields: INodeProperties[] = [
	...propertiesOf(fields),
	propertyOf(
		'comparison',
		collection(
			'Comparison Options',
			'Settings for comparing page content. The settings are not sent to the service.',
			comparison,
			{ mark: 'group', placeholder: 'Add Comparison Option' },
		),
	),
	...sentForm.fields,
];

export const pageTriggerProperties: INodeProperties[] = [
	// n8n uses the values of `resource` and `operation` to find a node's output schema.
	{ displayName: 'Resource', name: 'resource', type: 'hidden', default: RESOURCE },
	{ displayName: 'Operation', name: 'operation', type: 'hidden', default: OPERATION },
	// Warns of the cost of n8n's default interval of one minute.
	{
		displayName:
			"Each check of a page costs at least 1 credit. A check every minute costs 1,440 credits per page per day. To reduce the cost, select a longer interval in 'Poll Times'.",
		name: 'costNotice',
		type: 'notice',
		default: '',
	},
	...pageTriggerFields,
	requestSettingsWith((name) =>
		['maxRequestsAtOnce', 'maxResponseSize', 'maxRetryWait', 'maxTries'].includes(name),
	),
];
