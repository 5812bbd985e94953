import type { IdentifiedRow } from '../errors/failure';
import { jobRows, type JobErrorId } from '../errors/rows/job';

/** Replaces `{job}` in the texts of an error row with the name of the job kind. */
export const withJobName = (row: IdentifiedRow, job: string): IdentifiedRow => ({
	...row,
	message: row.message.replaceAll('{job}', job),
	cause: row.cause.replaceAll('{job}', job),
	remedy: row.remedy.replaceAll('{job}', job),
});

/** Returns the error rows for one job kind. */
export const jobRowsFor = (job: string): Record<JobErrorId, IdentifiedRow> =>
	Object.fromEntries(
		Object.entries(jobRows).map(([errorId, row]) => [errorId, withJobName(row, job)]),
	) as Record<JobErrorId, IdentifiedRow>;
