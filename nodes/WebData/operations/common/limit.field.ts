import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { nonEmptyExpression } from '../form/marks';
import { wholeNumber } from '../../api/schema/values';

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
