import type { ErrorRow, ServiceRow } from '../errorRow';

const monitorRow = {
	table: 'observed',
	endpoints: ['monitor'],
	retry: 'never',
	possiblyExecuted: false,
} as const;

export const monitorRows = [
	{
		id: 'scheduleTooFrequent',
		...monitorRow,
		status: 400,
		pattern: /must not run more often/i,
		message: 'The schedule is too frequent',
		cause: 'The service checks a monitor at most every 5 minutes.',
		remedy: 'Choose a longer interval. Change {schedule}.',
	},
	{
		id: 'scheduleNotUnderstood',
		...monitorRow,
		status: 400,
		pattern: /schedule text|divide evenly|cron|schedule must|timezone/i,
		preferServiceText: true,
		message: 'The schedule was not understood',
		cause:
			'The service accepts only a few phrases, cron expressions with five fields of numbers, and IANA time zones.',
		remedy:
			"Use a phrase like 'every 30 minutes', 'hourly', 'daily at 9:00' or 'weekly', or a cron expression with five fields, and a time zone like Europe/Berlin. Correct {schedule}.",
	},
	{
		id: 'searchNeedsGoal',
		...monitorRow,
		status: 400,
		pattern: /search target requires a non-empty goal/i,
		message: 'A search target needs a goal',
		cause: "The service uses the monitor's goal to judge search results.",
		remedy:
			'Describe which results matter, or turn off the judgment. Set {goal} or {judgeEnabled}.',
	},
	{
		id: 'nothingToUpdate',
		...monitorRow,
		status: 400,
		pattern: /update body cannot be empty/i,
		message: 'Nothing to update',
		cause: 'The request does not contain any field to change.',
		remedy: 'Add at least one field to the form.',
	},
	{
		id: 'monitorRetentionForced',
		...monitorRow,
		status: 400,
		pattern: /zero data retention|zdr/i,
		message: 'Monitors are not available with zero data retention',
		cause: 'Zero data retention is enforced for your team, and monitors need to store pages.',
		remedy: 'Use the API key of a team without enforced zero data retention.',
	},
	{
		id: 'monitorNotFound',
		...monitorRow,
		status: 404,
		pattern: /monitor not found/i,
		message: 'Monitor not found',
		cause: 'No monitor has this ID, it was deleted, or it belongs to the team of another API key.',
		remedy: 'Make sure that you use the credential that created the monitor. Check {monitorId}.',
	},
	{
		id: 'checkNotFound',
		...monitorRow,
		status: 404,
		pattern: /check not found/i,
		message: 'Check not found',
		cause: 'The monitor has no check with this ID, or its results are no longer kept.',
		remedy: 'Use the Get Checks operation to list the checks. Check {checkId}.',
	},
	{
		id: 'checkRunning',
		...monitorRow,
		status: 409,
		pattern: /running|in progress|already/i,
		message: 'A check of this monitor is already running',
		cause: 'The service runs one check of a monitor at a time.',
		remedy: 'Run the workflow again after the check has ended.',
	},
	{
		id: 'monitorPaused',
		...monitorRow,
		status: 409,
		pattern: /paused|not active/i,
		message: 'The monitor is paused',
		cause: 'The service does not run checks for a paused monitor.',
		remedy: 'Activate it with the Update operation, then run it again.',
	},
] as const satisfies readonly ServiceRow[];

/** Error rows for checks that ended without a result or did not finish in time. */
export const checkRows = {
	checkFailed: {
		id: 'checkFailed',
		message: 'The check failed',
		cause: 'The service could not check the targets of the monitor.',
		remedy: 'Check the reason in the error details, then run the monitor again.',
		retry: 'sometimes',
		possiblyExecuted: true,
	},
	checkSkippedNoCredits: {
		id: 'checkSkippedNoCredits',
		message: 'Check skipped: insufficient credits',
		cause:
			'The service reserves the estimated credits before each check, and your team does not have enough.',
		remedy: 'Buy credits or upgrade the plan, or monitor fewer pages. Then run the monitor again.',
		retry: 'never',
		possiblyExecuted: false,
	},
	checkSkippedOverlap: {
		id: 'checkSkippedOverlap',
		message: 'Check skipped: another check was running',
		cause: 'The service runs one check of a monitor at a time.',
		remedy: 'Run the monitor again after the other check has ended.',
		retry: 'sometimes',
		possiblyExecuted: false,
	},
	checkStillRunning: {
		id: 'checkStillRunning',
		message: 'The check did not finish in time',
		cause: 'The check is still running after {maxWait}.',
		remedy:
			'Retry this execution to join the same check. Increase {maxWait}, or use the Get Check operation later with the check ID in the error details.',
		retry: 'backoff',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;

/** Remedies for a check whose start response was lost. They name monitor operations instead of job operations. */
export const lostCheckTexts: Record<string, Pick<ErrorRow, 'remedy'>> = {
	startNotFound: {
		remedy:
			'Look for the check with the Get Checks operation. Retry this execution to search again: it does not start another check. Run the workflow again to start another one, or to join the one that is running.',
	},
	startUnsettled: {
		remedy:
			'Look for the check with the Get Checks operation. Run the workflow again to start another check, or to join the one that is running.',
	},
};

/** Error rows for the list of checks in the form. */
export const monitorFormRows = {
	noMonitor: {
		id: 'noMonitor',
		message: "Select the monitor in 'Monitor' first",
		cause: 'Checks belong to a monitor.',
		remedy: "Run the nodes before this one if 'Monitor' is an expression, or select 'By ID' here.",
		retry: 'never',
		possiblyExecuted: false,
	},
} as const satisfies Record<string, ErrorRow>;
