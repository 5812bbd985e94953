import { z } from 'zod';
import { fieldOf, objectOf } from '../../form/field';
import { choice, formOf, json, shownIf, text, usage, whole } from '../../form/form';
import { idPicker } from '../../form/ids';
import { rows } from '../../form/rows';

export type ToolName = Pick<CatalogCall, 'provider' | 'capability'>;

export const toolIdOf = ({ provider, capability }: ToolName): string => `${provider}/${capability}`;

/** Maximum length of a name (specification, "Limits"). */
const name = z.string().trim().min(1).max(200);

/**
 * Parses `provider/capability`. Only the capability may contain slashes. Each part has 1 to 200 characters
 * (specification, "Catalog call object").
 */
export const toolId = z
	.string()
	.min(1)
	.transform((text, context): ToolName => {
		const slash = text.indexOf('/');
		const provider = name.safeParse(text.slice(0, Math.max(slash, 0))).data;
		const capability = name.safeParse(text.slice(slash + 1)).data;
		if (provider !== undefined && capability !== undefined) return { provider, capability };
		const message =
			'must be provider/capability, up to 200 characters each, as in companies/lookup';
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});

const toolOptionsSchema = z.record(z.unknown());

/** A call contains only these fields (specification, "Rules for catalog mode", rule 3). */
const callFields = {
	provider: text('Provider', 'Name of the provider in the catalog, up to 200 characters', {
		required: true,
		schema: name,
		placeholder: 'e.g. companies',
	}),
	capability: text('Capability', "Name of the provider's tool, up to 200 characters", {
		required: true,
		schema: name,
		placeholder: 'e.g. lookup',
	}),
	options: json('Tool Options', 'Options of the tool, as a JSON object', {
		schema: toolOptionsSchema,
		hint: 'e.g. { "domain": "example.com" }',
	}),
};

/** A request contains 1 to 10 calls (specification, "Rules for catalog mode", rule 2). */
const calls = z.array(objectOf(callFields)).min(1).max(10);

export type CatalogCall = z.infer<typeof calls>[number];

const oneTool = { specifyCalls: ['tool'] };

/** A request contains only the calls and these options (specification, "Rules for catalog mode", rule 1). */
export const catalogForm = formOf(
	{
		specifyCalls: choice(
			'Specify Calls',
			'How to enter the calls',
			'tool',
			{
				tool: [
					'Choosing One Tool',
					"One call, with a tool from a list and fields for the tool's options",
				],
				fields: ['Using Fields Below', 'Up to 10 calls in one request'],
				json: ['Using JSON', 'Up to 10 calls in one request, as JSON'],
			},
			{ role: 'own' },
		),
		...shownIf(oneTool, {
			tool: idPicker(
				'Tool',
				'Catalog tool to call, identified by its provider and capability. The list shows the price of each tool.',
				{
					searchListMethod: 'searchTools',
					select: 'a tool',
					placeholder: 'e.g. companies/lookup',
					regex: '\\s*[^/\\s][^/]*/.*\\S.*',
					errorMessage: 'Must be provider/capability, as in companies/lookup',
					schema: toolId.optional(),
				},
			),
			specifyToolOptions: choice(
				'Specify Tool Options',
				'How to enter the options of the tool',
				'fields',
				{
					fields: ['Using Fields Below', 'One field for each option of the tool'],
					json: ['Using JSON', 'One JSON object with all options'],
				},
				{ role: 'formOnly' },
			),
		}),
		toolOptions: fieldOf(
			[
				'Tool Options',
				'Options of the tool. Empty fields are not sent.',
				{
					noDataExpression: true,
					displayOptions: { show: { ...oneTool, specifyToolOptions: ['fields'] } },
				},
			],
			{
				type: 'resourceMapper',
				default: { mappingMode: 'defineBelow', value: null },
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
			() => toolOptionsSchema,
		),
		toolOptionsJson: json('Tool Options (JSON)', 'Options of the tool, as a JSON object', {
			schema: toolOptionsSchema,
			hint: 'e.g. { "domain": "example.com" }',
			displayOptions: { show: { ...oneTool, specifyToolOptions: ['json'] } },
		}),
		catalog: rows(
			'Calls',
			'List of 1 to 10 calls. Each call returns one output item.',
			{ name: 'call', displayName: 'Call', fields: callFields },
			{
				schema: calls,
				typeOptions: { sortable: true },
				displayOptions: { show: { specifyCalls: ['fields'] } },
			},
		),
		catalogJson: json('Calls (JSON)', 'List of 1 to 10 calls, or a single call', {
			// The JSON may contain a single call instead of a list.
			schema: z.preprocess((value) => (Array.isArray(value) ? value : [value]), calls),
			default: '[]',
			hint: 'e.g. [{ "provider": "companies", "capability": "lookup", "options": {} }]',
			details: 'Each call is an object with provider, capability, and options.',
			displayOptions: { show: { specifyCalls: ['json'] } },
		}),
	},
	{
		timeout: whole(
			'Timeout (Ms)',
			'Maximum time for the calls, from 1,000 to 300,000 milliseconds',
			{ min: 1000, max: 300_000, default: 60000 },
		),
		...usage,
		requestId: text(
			'Request ID',
			'Idempotency key, by default derived from the execution and the item. For the same key, the service returns the same result and does not charge again.',
			{
				ifEmpty: 'error',
				schema: z
					.string()
					.min(1)
					.max(128)
					.regex(/^[A-Za-z0-9._:-]*$/, 'must contain only letters, digits, and . _ : -'),
				placeholder: 'e.g. order-4711',
				details: '1 to 128 characters: letters, digits, and . _ : -.',
			},
		),
	},
);
