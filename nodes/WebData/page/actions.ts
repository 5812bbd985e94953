import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { uiOnly } from '../form/marks';
import { optionsOfType } from '../form/shared';
import { nonBlank, wholeNumber } from '../form/values';
import { objectOf, propertiesOf } from '../form/form';
import { screenshotOptions } from './formats';

/** Maximum number of actions that the live API accepts. */
const MAX_ACTIONS = 50;

export const pdfPaperFormats = [
	'A0',
	'A1',
	'A2',
	'A3',
	'A4',
	'A5',
	'A6',
	'Letter',
	'Legal',
	'Tabloid',
	'Ledger',
] as const;

const selector = nonBlank;

export const action = z.discriminatedUnion('type', [
	z
		.object({
			type: z.literal('wait'),
			milliseconds: wholeNumber.min(1).optional(),
			selector: selector.optional(),
		})
		.strict(),
	z.object({ type: z.literal('screenshot'), ...objectOf(screenshotOptions).shape }).strict(),
	z.object({ type: z.literal('click'), selector, all: z.boolean().optional() }).strict(),
	z.object({ type: z.literal('write'), text: z.string().min(1) }).strict(),
	z.object({ type: z.literal('press'), key: z.string().min(1) }).strict(),
	z
		.object({
			type: z.literal('scroll'),
			direction: z.enum(['up', 'down']).optional(),
			selector: selector.optional(),
		})
		.strict(),
	z.object({ type: z.literal('scrape') }).strict(),
	z.object({ type: z.literal('executeJavascript'), script: nonBlank }).strict(),
	z
		.object({
			type: z.literal('pdf'),
			format: z.enum(pdfPaperFormats).optional(),
			landscape: z.boolean().optional(),
			scale: z.number().optional(),
		})
		.strict(),
]);

export const actions = z
	.array(action)
	.max(MAX_ACTIONS)
	.superRefine((list, context) => {
		list.forEach((step, index) => {
			if (step.type !== 'wait') return;
			const forms = [step.milliseconds, step.selector].filter((form) => form !== undefined);
			if (forms.length === 1) return;
			context.addIssue({
				code: 'custom',
				path: [index],
				message: 'must wait either for a duration or for an element',
			});
		});
	});

const actionType: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	default: 'wait',
	options: [
		{
			name: 'Capture Page',
			value: 'scrape',
			description: 'Return the URL and the HTML of the page at this point',
		},
		{ name: 'Click', value: 'click', description: 'Click an element' },
		{
			name: 'Execute JavaScript',
			value: 'executeJavascript',
			description: 'Run code on the page and return its result',
		},
		{ name: 'Generate PDF', value: 'pdf', description: 'Print the page to a PDF file' },
		{ name: 'Press Key', value: 'press', description: 'Press a key on the page' },
		{ name: 'Screenshot', value: 'screenshot', description: 'Take a screenshot of the page' },
		{ name: 'Scroll', value: 'scroll', description: 'Scroll the page or an element' },
		{
			name: 'Wait',
			value: 'wait',
			description: 'Wait for a duration or for an element',
		},
		{
			name: 'Write Text',
			value: 'write',
			description: 'Type text into the focused field. Click the field first.',
		},
	],
	description: 'Type of step to perform',
};

const actionDetails: INodeProperties[] = [
	uiOnly({
		displayName: 'Wait For',
		name: 'waitUntil',
		type: 'options',
		default: 'duration',
		options: [
			{ name: 'Duration', value: 'duration', description: 'Wait for a number of milliseconds' },
			{ name: 'Element', value: 'element', description: 'Wait until the page contains an element' },
		],
		description: 'Condition to wait for',
		displayOptions: { show: { type: ['wait'] } },
	}),
	{
		displayName: 'Duration (Ms)',
		name: 'milliseconds',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		required: true,
		description: 'Time to wait in milliseconds, at least 1',
		displayOptions: { show: { type: ['wait'], waitUntil: ['duration'] } },
	},
	{
		displayName: 'Selector',
		name: 'selector',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. #results',
		description: 'CSS selector of the element to wait for',
		displayOptions: { show: { type: ['wait'], waitUntil: ['element'] } },
	},
	{
		displayName: 'Selector',
		name: 'selector',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. button.more',
		description: 'CSS selector of the element to click',
		displayOptions: { show: { type: ['click'] } },
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. lighthouse',
		description: 'Text to type, character by character, into the field that was clicked last',
		displayOptions: { show: { type: ['write'] } },
	},
	{
		displayName: 'Key',
		name: 'key',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Enter',
		description: 'Name of the key to press',
		displayOptions: { show: { type: ['press'] } },
	},
	{
		displayName: 'Script',
		name: 'script',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. document.querySelectorAll("li").length',
		description: 'JavaScript to run on the page. The output contains its result.',
		displayOptions: { show: { type: ['executeJavascript'] } },
	},
	optionsOfType('Action Options', 'screenshot', propertiesOf(screenshotOptions)),
	optionsOfType('Action Options', 'click', [
		{
			displayName: 'All Matches',
			name: 'all',
			type: 'boolean',
			default: false,
			description:
				'Whether to click all matching elements. If no element matches, the action is skipped.',
		},
	]),
	optionsOfType('Action Options', 'scroll', [
		{
			displayName: 'Direction',
			name: 'direction',
			type: 'options',
			default: 'down',
			options: [
				{ name: 'Down', value: 'down' },
				{ name: 'Up', value: 'up' },
			],
			description: 'Scroll direction',
		},
		{
			displayName: 'Selector',
			name: 'selector',
			type: 'string',
			default: '',
			placeholder: 'e.g. .list',
			description: 'CSS selector of the element to scroll instead of the page',
		},
	]),
	optionsOfType('Action Options', 'pdf', [
		{
			displayName: 'Landscape',
			name: 'landscape',
			type: 'boolean',
			default: false,
			description: 'Whether to print in landscape orientation',
		},
		{
			displayName: 'Paper Format',
			name: 'format',
			type: 'options',
			default: 'Letter',
			options: [
				{ name: 'A0', value: 'A0' },
				{ name: 'A1', value: 'A1' },
				{ name: 'A2', value: 'A2' },
				{ name: 'A3', value: 'A3' },
				{ name: 'A4', value: 'A4' },
				{ name: 'A5', value: 'A5' },
				{ name: 'A6', value: 'A6' },
				{ name: 'Ledger', value: 'Ledger' },
				{ name: 'Legal', value: 'Legal' },
				{ name: 'Letter', value: 'Letter' },
				{ name: 'Tabloid', value: 'Tabloid' },
			],
			description: 'Paper size of the PDF file',
		},
		{
			displayName: 'Scale',
			name: 'scale',
			type: 'number',
			typeOptions: { numberPrecision: 2 },
			default: 1,
			description: 'Scale of the page on the paper, where 1 is the original size',
		},
	]),
];

export const actionsField: INodeProperties = {
	displayName: 'Page: Actions',
	name: 'actions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add Action',
	description:
		'Up to 50 steps to perform on the page, in order, before its content is read. For complex interactions, use the Interact operation.',
	options: [
		{
			displayName: 'Action',
			name: 'action',
			values: [actionType, ...actionDetails],
		},
	],
};
