import type { ZodTypeAny } from 'zod';
import { collection, flag, json, list, text, whole } from './fields';

export const additionalBodyFields = json({
	displayName: 'Additional Body Fields',
	role: 'merged',
	description: 'Other request fields as JSON',
	details:
		'Merged into the request body last, for fields that the form does not include yet. Objects are merged, and lists are replaced. Example: { "threatProtection": { "newOption": true } }.',
});

/** The specification does not list the fields of `auditMetadata`. These are those of the open-source server. */
export const auditMetadata = collection(
	{
		displayName: 'Security: Audit Metadata',
		description: "Data for your team's audit log",
		details: 'The audit log stores the data with this request.',
	},
	{
		username: text({
			displayName: 'Username',
			needed: true,
			maxLength: 1024,
			placeholder: 'e.g. night-run',
			description: 'Name in the log',
			details: 'The user or system that sends the request. Up to 1,024 characters.',
		}),
	},
);

/** A list that decides which sites a request may reach. */
export const domainList = <Entry extends ZodTypeAny>(words: {
	displayName: string;
	description: string;
	details?: string;
	placeholder?: string;
	entry: Entry;
	max?: number;
}) =>
	list({
		mark: 'commaList',
		ifEmpty: 'error',
		button: 'Add Domain',
		placeholder: 'e.g. example.com',
		...words,
	});

/** Fields that identify the source of a request in the service's usage statistics. */
export const usage = {
	origin: text({
		displayName: 'Origin',
		placeholder: 'e.g. nightly-enrichment',
		description: 'Name for usage statistics',
		details: 'Identifies the source of the request.',
	}),
	/** The open-source server accepts known integration names and all names that begin with an underscore. */
	integration: text({
		displayName: 'Integration',
		placeholder: 'e.g. n8n',
		description: 'Name for usage statistics',
		details:
			'Name of the integration. Use a name that the service knows or a name that begins with an underscore.',
	}),
};

/** A limit that the service applies. */
export const serviceLimit = ({
	initial,
	max,
	cost,
}: {
	initial: number;
	max: number;
	cost: string;
}) =>
	whole({
		displayName: 'Limit',
		ifEmpty: 'error',
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

export const maxEntries = (values: { returnAll: boolean; limit: number }): number =>
	values.returnAll ? Infinity : values.limit;
