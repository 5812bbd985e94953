import type { INodeProperties } from 'n8n-workflow';

/** How many entries of a list to return, as all nodes of n8n have it. */
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
