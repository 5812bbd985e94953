import type { Slice } from '../client/jobs/pages';
import { choice, returnAll, type ValuesOf, whole } from '../form/form';
import type { OutputPart } from '../operation/operation';

export type FailedPagesMode = 'fail' | 'ignore' | 'items';

export const failedPagesField = (job: string, initial: FailedPagesMode) =>
	choice(
		'Failed Pages',
		`How to handle pages that the ${job} could not scrape`,
		initial,
		{
			fail: [
				'Fail',
				'Handle each failed page as a failed item. If On Error stops the workflow, one failed page prevents all output.',
			],
			ignore: [
				'Ignore and Show Hint',
				'Return only the pages that succeeded, and show the number of failed pages in a hint. Fails if no page succeeded.',
			],
			items: ['Output as Items', 'Return an item with the URL and the reason for each failed page'],
		},
		{ role: 'own' },
	);

/** An error that ends the node hides the pages that succeeded, so each failure says how to get them. */
export function* tellSucceeded(
	parts: Iterable<OutputPart>,
	count: number,
	jobIds: string,
): Generator<OutputPart, void> {
	const pages = `${count} other ${count === 1 ? 'page' : 'pages'} succeeded. To get these results without another scrape, use the Get Pages operation with the job ID ${jobIds}.`;
	for (const part of parts) {
		yield 'failure' in part && count > 0
			? { ...part, failure: { ...part.failure, remedy: [part.failure.remedy, pages].flat() } }
			: part;
	}
}

export const slice = {
	...returnAll,
	skip: whole('Skip', 'Number of pages to skip', {
		role: 'own',
		min: 0,
		default: 0,
		placeholder: 'e.g. {{ $runIndex * 50 }}',
		details:
			"Pages keep their order while the job runs. To read all pages in a loop, increase this value by 'Limit' each time.",
		displayOptions: { show: { returnAll: [false] } },
	}),
};

export const toSlice = ({ returnAll: isAll, limit, skip }: ValuesOf<typeof slice>): Slice =>
	isAll ? { skip: 0 } : { skip, limit };
