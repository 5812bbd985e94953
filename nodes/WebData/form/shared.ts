import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { commaList, group, nonEmptyExpression } from './marks';
import { wholeNumber } from './values';

export const additionalBodyFieldsField: INodeProperties = {
	displayName: 'Additional Body Fields',
	name: 'additionalBodyFields',
	type: 'json',
	default: '{}',
	hint: 'e.g. { "newOption": true }',
	description:
		'JSON merged into the request body last. Use this option for fields that the form does not include yet.',
};

export const additionalFieldsField = (example: string): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'json',
	default: '{}',
	hint: `e.g. ${example}`,
	description:
		'JSON merged into this object last. Use this option for fields that the form does not include yet.',
});

export const auditMetadataField: INodeProperties = {
	displayName: 'Audit Metadata',
	name: 'auditMetadata',
	type: 'collection',
	default: {},
	placeholder: 'Add Field',
	description: "Data that your team's audit log stores with this request",
	options: [
		additionalFieldsField('{ "username": "night-run" }'),
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			placeholder: 'e.g. night-run',
			description: 'Name of the user or system behind the request, up to 1,024 characters',
		},
	],
};

export const domainsField = (
	displayName: string,
	name: string,
	description: string,
	example = 'example.com',
): INodeProperties =>
	commaList({
		displayName,
		name,
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
		default: [],
		placeholder: `e.g. ${example}`,
		description,
	});

export const integrationField: INodeProperties = {
	displayName: 'Integration',
	name: 'integration',
	type: 'string',
	default: '',
	placeholder: 'e.g. n8n',
	description:
		"Name of the integration for the service's usage statistics. Use a name that the service knows or a name that begins with an underscore.",
};

export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

interface ServiceLimit {
	initial: number;
	max: number;
	cost: string;
}

/** Returns the field for a limit that the service applies. */
export const serviceLimitField = ({ initial, max, cost }: ServiceLimit): INodeProperties =>
	nonEmptyExpression({
		...limitField,
		typeOptions: { minValue: 1, maxValue: max },
		default: initial,
		description: `Max number of results to return, from 1 to ${max.toLocaleString('en-US')}. ${cost}`,
	});

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const returnAllFields: readonly INodeProperties[] = [
	returnAllField,
	{ ...limitField, displayOptions: { show: { returnAll: [false] } } },
];

export const returnAllValues = {
	returnAll: z.boolean().default(false),
	limit: wholeNumber.min(1).default(50),
};

export const maxEntries = ({ returnAll, limit }: { returnAll: boolean; limit: number }): number =>
	returnAll ? Infinity : limit;

export interface NameValues {
	displayName: string;
	name: string;
	description: string;
	entry: 'header' | 'entry';
	nameExample: string;
	valueExample: string;
}

export const nameValuesField = ({
	displayName,
	name,
	description,
	entry,
	nameExample,
	valueExample,
}: NameValues): INodeProperties => {
	const label = entry === 'header' ? 'Header' : 'Entry';
	const textField = (part: 'Name' | 'Value', example: string): INodeProperties => ({
		displayName: part,
		name: part.toLowerCase(),
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `${part} of the ${entry}`,
	});
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: `Add ${label}`,
		options: [
			{
				displayName: label,
				name: entry,
				values: [textField('Name', nameExample), textField('Value', valueExample)],
			},
		],
		description,
	};
};

export const originField: INodeProperties = {
	displayName: 'Origin',
	name: 'origin',
	type: 'string',
	default: '',
	placeholder: 'e.g. nightly-enrichment',
	description: "Name of the request source for the service's usage statistics",
};

/** Fields that identify the source of a request in the service's usage statistics. */
export const usageFields: readonly INodeProperties[] = [integrationField, originField];

// The first call to `localeCompare` would delay the start of n8n by 5 ms.
const byLabel = (a: INodeProperties, b: INodeProperties): number =>
	a.displayName.toLowerCase() < b.displayName.toLowerCase() ? -1 : 1;

export const sortByLabel = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort(byLabel);

/** Returns an 'Options' collection, sorted by label. */
export const optionsGroup = (options: readonly INodeProperties[]): INodeProperties =>
	group({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: sortByLabel(options),
	});

export const optionsField = (options: readonly INodeProperties[]): INodeProperties => ({
	...optionsGroup(options),
	description: 'Optional fields of the request. Only the fields that you add are sent.',
});

export const optionsOfType = (
	displayName: string,
	type: string,
	options: INodeProperties[],
): INodeProperties => ({
	...optionsGroup(options),
	displayName,
	displayOptions: { show: { type: [type] } },
	options,
});
