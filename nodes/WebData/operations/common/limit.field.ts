import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { wholeNumber } from '../../api/schema/values';

/** How many entries of a list to return, with n8n's usual fields. */
export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

interface ServiceLimit {
	/** The default of the service. */
	initial: number;
	max: number;
	/** A sentence about the cost. */
	cost: string;
}

/** The field `limit` of a request: the service applies it, and its default is that of the service. */
export const serviceLimitField = ({ initial, max, cost }: ServiceLimit): INodeProperties => ({
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

/** How many entries of a list to return: all, or a number of them. */
export const returnAllFields: readonly INodeProperties[] = [
	returnAllField,
	{ ...limitField, displayOptions: { show: { returnAll: [false] } } },
];

export const returnAllValues = {
	returnAll: z.boolean().default(false),
	limit: wholeNumber.min(1).default(50),
};

/** The maximum number of entries. */
export const maxEntries = ({ returnAll, limit }: { returnAll: boolean; limit: number }): number =>
	returnAll ? Infinity : limit;
