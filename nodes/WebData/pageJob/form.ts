import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Slice } from '../client/jobs/pages';
import type { Failure } from '../errors/row';
import { returnAllFields, returnAllValues } from '../form/shared';
import type { OutputPart } from '../operation/output';

const failedPagesModes = ['fail', 'ignore', 'items'] as const;

export type FailedPagesMode = (typeof failedPagesModes)[number];

export const failedPagesField = (job: string, initial: FailedPagesMode): INodeProperties => ({
	displayName: 'Failed Pages',
	name: 'failedPages',
	type: 'options',
	default: initial,
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description:
				'Handle each failed page as a failed item. If On Error stops the workflow, the node then outputs no pages.',
		},
		{
			name: 'Ignore With Hint',
			value: 'ignore',
			description:
				'Return only the pages that succeeded, and show the number of failed pages in a hint. Fails if no page succeeded.',
		},
		{
			name: 'Output as Items',
			value: 'items',
			description: 'Return an item with the URL and the reason for each failed page',
		},
	],
	description: `How to handle pages that the ${job} could not scrape`,
});

export const failedPagesValue = (initial: FailedPagesMode) => ({
	failedPages: z.enum(failedPagesModes).default(initial),
});

export const asFailedItem = (failure: Failure): Failure => ({
	...failure,
	remedy: `${failure.remedy} To get an item instead of an error for each failed page, select 'Output as Items' in {failedPages}.`,
});

/** An error that ends the node hides the pages that succeeded, so each failure says how to get them. */
export function* tellSucceeded(
	parts: Iterable<OutputPart>,
	count: number,
	jobIds: string,
): Generator<OutputPart, void> {
	const pages = `${count} other ${count === 1 ? 'page' : 'pages'} succeeded. To get them without another scrape, use the Get Pages operation with the job ID ${jobIds}.`;
	for (const part of parts) {
		yield 'failure' in part && count > 0
			? { ...part, failure: { ...part.failure, remedy: `${part.failure.remedy} ${pages}` } }
			: part;
	}
}

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
