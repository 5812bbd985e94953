import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Slice } from '../../../api/jobs/jobPages';

const onlyInSlices = { show: { returnAll: [false] } };

/** Which pages of a job are returned. */
export const sliceFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: onlyInSlices,
	},
	{
		displayName: 'Skip',
		name: 'skip',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		placeholder: 'e.g. {{ $runIndex * 50 }}',
		description:
			"Number of pages to leave out from the beginning. Pages keep their order while the job runs, so a loop can read them in parts: increase it by 'Limit' each time.",
		displayOptions: onlyInSlices,
	},
];

export const sliceValues = {
	returnAll: z.boolean().default(false),
	limit: z.number().int().min(1).default(50),
	skip: z.number().int().min(0).default(0),
};

type SliceValues = z.infer<z.ZodObject<typeof sliceValues>>;

export const toSlice = ({ returnAll, limit, skip }: SliceValues): Slice =>
	returnAll ? { skip: 0 } : { skip, limit };
