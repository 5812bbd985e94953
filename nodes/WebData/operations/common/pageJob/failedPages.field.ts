import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

export const failedPagesModes = ['fail', 'ignore', 'items'] as const;

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
			description: 'Handle each failed page as a failed item',
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
