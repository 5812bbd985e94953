import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Slice } from '../../../api/jobs/jobPages';
import { returnAllFields, returnAllValues } from '../limit.field';

export const sliceFields: INodeProperties[] = [
	...returnAllFields,
	{
		displayName: 'Skip',
		name: 'skip',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		placeholder: 'e.g. {{ $runIndex * 50 }}',
		description:
			"Number of pages to skip. Pages keep their order while the job runs. To read all pages in a loop, increase this value by 'Limit' each time.",
		displayOptions: { show: { returnAll: [false] } },
	},
];

export const sliceValues = {
	...returnAllValues,
	skip: z.number().int().min(0).default(0),
};

type SliceValues = z.infer<z.ZodObject<typeof sliceValues>>;

export const toSlice = ({ returnAll, limit, skip }: SliceValues): Slice =>
	returnAll ? { skip: 0 } : { skip, limit };
