import type { INodeProperties } from 'n8n-workflow';
import type { ZodTypeAny } from 'zod';
import { additionalFields, flag, json, list, openCollection, text, whole } from './fields';
import { nameValues } from './rows';
import { propertyOf } from './form';
import { domain } from './values';

// Forms that declare fields and types separately import these from here.
export { optionsField, optionsGroup, sortByLabel } from './form';

export const additionalBodyFields = json({
	displayName: 'Additional Body Fields',
	role: 'formOnly',
	hint: 'e.g. { "newOption": true }',
	description:
		'JSON merged into the request body last. Use this option for fields that the form does not include yet.',
});

export const additionalBodyFieldsField = propertyOf('additionalBodyFields', additionalBodyFields);

export const additionalFieldsField = (example: string): INodeProperties =>
	propertyOf('additionalFields', additionalFields(example));

/** The specification does not list the fields of `auditMetadata`, so unknown fields are sent unchanged. */
export const auditMetadata = openCollection(
	{
		displayName: 'Audit Metadata',
		description: "Data that your team's audit log stores with this request",
		example: '{ "username": "night-run" }',
	},
	{
		username: text({
			displayName: 'Username',
			needed: true,
			maxLength: 1024,
			placeholder: 'e.g. night-run',
			description: 'Name of the user or system behind the request, up to 1,024 characters',
		}),
	},
);

interface Domains<Entry extends ZodTypeAny> {
	displayName: string;
	description: string;
	placeholder?: string;
	entry: Entry;
	max?: number;
}

export const domainList = <Entry extends ZodTypeAny>(words: Domains<Entry>) =>
	list({ mark: 'commaList', button: 'Add Domain', placeholder: 'e.g. example.com', ...words });

export const domainsField = (
	displayName: string,
	name: string,
	description: string,
): INodeProperties => propertyOf(name, domainList({ displayName, description, entry: domain }));

/** Fields that identify the source of a request in the service's usage statistics. */
export const usage = {
	origin: text({
		displayName: 'Origin',
		placeholder: 'e.g. nightly-enrichment',
		description: "Name of the request source for the service's usage statistics",
	}),
	/** The live API accepts known integration names and all names that begin with an underscore. */
	integration: text({
		displayName: 'Integration',
		placeholder: 'e.g. n8n',
		description:
			"Name of the integration for the service's usage statistics. Use a name that the service knows or a name that begins with an underscore.",
	}),
};

export const originField = propertyOf('origin', usage.origin);

interface ServiceLimit {
	initial: number;
	max: number;
	cost: string;
}

/** A limit that the service applies. */
export const serviceLimit = ({ initial, max, cost }: ServiceLimit) =>
	whole({
		displayName: 'Limit',
		mark: 'nonEmptyExpression',
		min: 1,
		max,
		default: initial,
		description: `Max number of results to return, from 1 to ${max.toLocaleString('en-US')}. ${cost}`,
	});

export const returnAll = {
	returnAll: flag({
		displayName: 'Return All',
		role: 'own',
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: whole({
		displayName: 'Limit',
		role: 'own',
		min: 1,
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	}),
};

export const limitField = propertyOf('limit', returnAll.limit);

export const maxEntries = (values: { returnAll: boolean; limit: number }): number =>
	values.returnAll ? Infinity : values.limit;

interface NameValues {
	displayName: string;
	name: string;
	description: string;
	entry: 'header' | 'entry';
	nameExample: string;
	valueExample: string;
}

export const nameValuesField = ({ name, entry, nameExample, valueExample, ...words }: NameValues) =>
	propertyOf(
		name,
		nameValues(words, entry === 'header' ? 'Header' : 'Entry', [nameExample, valueExample]),
	);
