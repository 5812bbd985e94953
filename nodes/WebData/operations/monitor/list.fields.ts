import { z } from 'zod';
import type { INodeProperties } from 'n8n-workflow';
import { limitField } from '../common/limit.field';

export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{ ...limitField, displayOptions: { show: { returnAll: [false] } } },
];

export const listValues = {
	returnAll: z.boolean().default(false),
	limit: z.number().int().min(1).default(50),
};

export const limitOf = ({ returnAll, limit }: { returnAll: boolean; limit: number }): number =>
	returnAll ? Infinity : limit;

export const filterOf = (status: string | undefined): Record<string, string> =>
	status === undefined ? {} : { status };
