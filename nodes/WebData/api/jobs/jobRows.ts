import type { ErrorRow } from '../errors/errorRow';
import { jobRows, type JobErrorId } from '../errors/rows/job';

/** Returns a copy of an error row, with `{job}` replaced by the name of the job kind. */
export const withJobName = (row: ErrorRow, job: string): ErrorRow => ({
	...row,
	message: row.message.replaceAll('{job}', job),
	cause: row.cause.replaceAll('{job}', job),
	remedy: row.remedy.replaceAll('{job}', job),
});

export const jobRowsFor = (job: string): Record<JobErrorId, ErrorRow> =>
	Object.fromEntries(
		Object.entries(jobRows).map(([errorId, row]) => [errorId, withJobName(row, job)]),
	) as Record<JobErrorId, ErrorRow>;
