// The form of a catalog request: one tool chosen from a list, or its calls as rows or as JSON, and the few fields that may stand beside them.

import type { INodeProperties } from 'n8n-workflow';
import { uiOnly } from '../form/marks';
import { optionsField } from '../common/options.fields';

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
		description: "Name of the provider's tool to call, up to 200 characters",
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'json',
		default: '{}',
		description: 'What the tool needs to know, as a JSON object in the shape that the tool expects',
	},
];

const oneTool = { specifyCalls: ['tool'] };

const toolFields: INodeProperties[] = [
	{
		displayName: 'Tool',
		name: 'tool',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'Tool of the catalog to call: its provider and its capability',
		displayOptions: { show: oneTool },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a tool…',
				typeOptions: { searchListMethod: 'searchTools', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. companies/lookup',
				validation: [
					{
						type: 'regex',
						properties: {
							regex: '\\s*[^/\\s][^/]*/.*\\S.*',
							errorMessage: 'Must be provider/capability, for example companies/lookup',
						},
					},
				],
			},
		],
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
				description: 'The fields are those that the service names for the tool',
			},
			{ name: 'Using JSON', value: 'json' },
		],
		description: 'How to enter what the tool needs to know',
		displayOptions: { show: oneTool },
	}),
	{
		displayName: 'Tool Options',
		name: 'toolOptions',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description: 'What the tool needs to know. A field that is left empty is not sent.',
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
		description: 'What the tool needs to know, as a JSON object in the shape that the tool expects',
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
				description: 'One call of a tool from the list of the service, with fields for its options',
			},
			{ name: 'Using Fields Below', value: 'fields', description: 'Up to 10 calls in one request' },
			{ name: 'Using JSON', value: 'json', description: 'Up to 10 calls in one request' },
		],
		description: 'How to enter the calls',
	},
	...toolFields,
	{
		displayName: 'Calls',
		name: 'catalog',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Call',
		description: 'Tools to call in one request, 1 to 10. Each gives an item of its own.',
		displayOptions: { show: { specifyCalls: ['fields'] } },
		options: [{ displayName: 'Call', name: 'call', values: callRow }],
	},
	{
		displayName: 'Calls (JSON)',
		name: 'catalogJson',
		type: 'json',
		default: '[]',
		description:
			'List of 1 to 10 calls, each an object of provider, capability and options. A single call may stand alone.',
		displayOptions: { show: { specifyCalls: ['json'] } },
	},
	optionsField([
		{
			displayName: 'Integration',
			name: 'integration',
			type: 'string',
			default: '',
			placeholder: 'e.g. n8n',
			description: 'Name of the integration that the service counts the request under',
		},
		{
			displayName: 'Origin',
			name: 'origin',
			type: 'string',
			default: '',
			placeholder: 'e.g. nightly-enrichment',
			description: 'Name of the source that the service counts the request under',
		},
		{
			displayName: 'Request ID',
			name: 'requestId',
			type: 'string',
			default: '',
			placeholder: 'e.g. order-4711',
			description:
				'Idempotency key of the request: the service answers the same key with the same result and does not charge twice. 1 to 128 letters, digits and . _ : - characters. Made from the execution and the item when empty.',
		},
		{
			displayName: 'Timeout (Ms)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1000, maxValue: 300000 },
			default: 60000,
			description: 'How long the calls may take, from 1,000 to 300,000 milliseconds',
		},
	]),
];
