import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Endpoint } from '../../errors/row';
import { requestRows, scrapeRows } from '../../errors/rows/scrape';
import { idPickerField } from '../../form/ids';
import { uiOnly } from '../../form/marks';
import { optionsField, usageFields } from '../../form/shared';
import { integration, nonBlank, wholeNumber } from '../../form/values';
import { catalogRows } from './errors';

export type ToolName = Pick<CatalogCall, 'provider' | 'capability'>;

export const toolIdOf = ({ provider, capability }: ToolName): string => `${provider}/${capability}`;

const MAX_PART_LENGTH = 200;

const isName = (text: string): boolean => text !== '' && text.length <= MAX_PART_LENGTH;

/**
 * Parses `provider/capability`. Only the capability may contain slashes. Each part has 1 to 200 characters
 * (specification, "Catalog call object").
 */
export const toolId = z
	.string()
	.min(1)
	.transform((text, context): ToolName => {
		const slash = text.indexOf('/');
		const provider = text.slice(0, Math.max(slash, 0)).trim();
		const capability = text.slice(slash + 1).trim();
		if (isName(provider) && isName(capability)) return { provider, capability };
		const message =
			'must be provider/capability, up to 200 characters each, as in companies/lookup';
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});

export const catalogEndpoint: Endpoint = {
	errors: [
		requestRows.zeroDataRetentionActive,
		requestRows.tooManyScrapes,
		// The pattern of a catalog row also matches the text of this row.
		scrapeRows.countryRestricted,
		requestRows.catalogMixed,
		...Object.values(catalogRows),
	],
	credits: ['data', 'creditsCost'],
	limitClass: 'catalog',
};

/** Maximum length of a name (specification, "Limits"). */
const name = z.string().trim().min(1).max(200);

/** A call contains only these fields (specification, "Rules for catalog mode", rule 3). */
export const catalogCall = z
	.object({ provider: name, capability: name, options: z.record(z.unknown()).optional() })
	.strict();

export type CatalogCall = z.infer<typeof catalogCall>;

/** A request contains 1 to 10 calls and only these fields (specification, "Rules for catalog mode", rules 1 and 2). */
export const catalogRequest = z
	.object({
		catalog: z.array(catalogCall).min(1).max(10),
		timeout: wholeNumber.min(1000).max(300_000).optional(),
		origin: nonBlank.optional(),
		integration: integration.optional(),
	})
	.strict();

export type CatalogRequest = z.infer<typeof catalogRequest>;

export const requestId = z
	.string()
	.min(1)
	.max(128)
	.regex(/^[A-Za-z0-9._:-]*$/, 'must contain only letters, digits, and . _ : -');

const callRow: INodeProperties[] = [
	{
		displayName: 'Provider',
		name: 'provider',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. companies',
		description: 'Name of the provider in the catalog, up to 200 characters',
	},
	{
		displayName: 'Capability',
		name: 'capability',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. lookup',
		description: "Name of the provider's tool, up to 200 characters",
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'json',
		default: '{}',
		hint: 'e.g. { "domain": "example.com" }',
		description: 'Options of the tool, as a JSON object',
	},
];

const oneTool = { specifyCalls: ['tool'] };

const singleToolFields: INodeProperties[] = [
	{
		...idPickerField({
			displayName: 'Tool',
			name: 'tool',
			description: 'Catalog tool to call, identified by its provider and capability',
			searchListMethod: 'searchTools',
			select: 'a tool',
			placeholder: 'e.g. companies/lookup',
			regex: '\\s*[^/\\s][^/]*/.*\\S.*',
			errorMessage: 'Must be provider/capability, as in companies/lookup',
		}),
		displayOptions: { show: oneTool },
	},
	uiOnly({
		displayName: 'Specify Tool Options',
		name: 'specifyToolOptions',
		type: 'options',
		default: 'fields',
		options: [
			{
				name: 'Using Fields Below',
				value: 'fields',
				description: 'One field for each option of the tool',
			},
			{ name: 'Using JSON', value: 'json', description: 'One JSON object with all options' },
		],
		description: 'How to enter the options of the tool',
		displayOptions: { show: oneTool },
	}),
	{
		displayName: 'Tool Options',
		name: 'toolOptions',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description: 'Options of the tool. Empty fields are not sent.',
		displayOptions: { show: { ...oneTool, specifyToolOptions: ['fields'] } },
		typeOptions: {
			loadOptionsDependsOn: ['tool.value'],
			resourceMapper: {
				resourceMapperMethod: 'getToolOptions',
				mode: 'add',
				valuesLabel: 'Tool Options',
				fieldWords: { singular: 'option', plural: 'options' },
				addAllFields: true,
				supportAutoMap: false,
			},
		},
	},
	{
		displayName: 'Tool Options (JSON)',
		name: 'toolOptionsJson',
		type: 'json',
		default: '{}',
		hint: 'e.g. { "domain": "example.com" }',
		description: 'Options of the tool, as a JSON object',
		displayOptions: { show: { ...oneTool, specifyToolOptions: ['json'] } },
	},
];

export const catalogFields: INodeProperties[] = [
	{
		displayName: 'Specify Calls',
		name: 'specifyCalls',
		type: 'options',
		default: 'tool',
		options: [
			{
				name: 'Choosing One Tool',
				value: 'tool',
				description: "One call, with a tool from a list and fields for the tool's options",
			},
			{ name: 'Using Fields Below', value: 'fields', description: 'Up to 10 calls in one request' },
			{ name: 'Using JSON', value: 'json', description: 'Up to 10 calls in one request, as JSON' },
		],
		description: 'How to enter the calls',
	},
	...singleToolFields,
	{
		displayName: 'Calls',
		name: 'catalog',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Call',
		description: 'List of 1 to 10 calls. Each call returns one output item.',
		displayOptions: { show: { specifyCalls: ['fields'] } },
		options: [{ displayName: 'Call', name: 'call', values: callRow }],
	},
	{
		displayName: 'Calls (JSON)',
		name: 'catalogJson',
		type: 'json',
		default: '[]',
		hint: 'e.g. [{ "provider": "companies", "capability": "lookup", "options": {} }]',
		description:
			'List of 1 to 10 calls, or a single call. Each call is an object with provider, capability, and options.',
		displayOptions: { show: { specifyCalls: ['json'] } },
	},
	optionsField([
		...usageFields,
		{
			displayName: 'Request ID',
			name: 'requestId',
			type: 'string',
			default: '',
			placeholder: 'e.g. order-4711',
			description:
				'Idempotency key of the request. The service returns the same result for the same key and does not charge twice. The key consists of 1 to 128 characters (letters, digits, and . _ : -). If empty, the node derives the key from the execution and the item.',
		},
		{
			displayName: 'Timeout (Ms)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1000, maxValue: 300000 },
			default: 60000,
			description: 'Maximum time for the calls, from 1,000 to 300,000 milliseconds',
		},
	]),
];
