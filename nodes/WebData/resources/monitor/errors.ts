import { defineErrorRows, defineServiceRows, either, type ErrorRow } from '../../errors/row';

export const monitorRows = defineServiceRows({
	scheduleTooFrequent: {
		status: 400,
		pattern: /must not run more often/i,
		message: 'The schedule is too frequent',
		cause: 'The service checks a monitor at most once every 5 minutes.',
		remedy: either(
			'Set {cron} to a longer interval.',
			'Set {text} to a longer interval.',
			'Choose a longer interval.',
		),
	},
	scheduleNotUnderstood: {
		status: 400,
		pattern: /schedule text|divide evenly|cron|schedule must|timezone/i,
		preferServiceText: true,
		message: 'Schedule not understood',
		cause:
			'The service supports only certain phrases, cron expressions with five numeric fields, and IANA time zones.',
		remedy: [
			either(
				'Set {cron} to a cron expression with five numeric fields.',
				"Set {text} to a phrase such as 'every 30 minutes', 'hourly', 'daily at 9:00', or 'weekly'.",
				'Use a supported phrase, or a cron expression with five numeric fields.',
			),
			'Set {timezone} to a name such as Europe/Berlin.',
		],
	},
	searchNeedsGoal: {
		status: 400,
		pattern: /search target requires a non-empty goal/i,
		message: 'A search target requires a goal',
		cause: "The service uses the monitor's goal to judge search results.",
		remedy: either(
			'Describe the results that matter in {goal}, or turn off {judgeEnabled}.',
			'Describe the results that matter, or turn off the judgment.',
		),
	},
	nothingToUpdate: {
		status: 400,
		pattern: /update body cannot be empty/i,
		message: 'Nothing to update',
		cause: 'The request does not contain any fields to change.',
		remedy: either(
			'Set {targets}, or add a field such as {goal}.',
			'Add at least one field to change.',
		),
	},
	monitorRetentionForced: {
		status: 400,
		pattern: /zero data retention|zdr/i,
		message: 'Monitors are not available with zero data retention',
		cause: 'Zero data retention is enforced for your team, and monitors need to store pages.',
		remedy: 'Use the API key of a team without enforced zero data retention.',
	},
	monitorNotFound: {
		status: 404,
		pattern: /monitor not found/i,
		message: 'Monitor not found',
		cause: 'No monitor has this ID, or the monitor was deleted or belongs to another team.',
		remedy: ['Check {monitorId}.', 'Use the credential that created the monitor.'],
	},
	checkNotFound: {
		status: 404,
		pattern: /check not found/i,
		message: 'Check not found',
		cause: 'The monitor has no check with this ID, or the service no longer stores the check.',
		remedy: either(
			'Set {checkId} to an ID from the Get Checks operation.',
			'Use the Get Checks operation to find the check ID.',
		),
	},
	checkRunning: {
		status: 409,
		pattern: /running|in progress|already/i,
		message: 'A check of this monitor is already running',
		cause: 'The service runs only one check per monitor at a time.',
		remedy: 'Run the workflow again after the check has ended.',
	},
	monitorPaused: {
		status: 409,
		pattern: /paused|not active/i,
		message: 'The monitor is paused',
		cause: 'The service does not run checks for a paused monitor.',
		remedy: 'Activate the monitor with the Update operation, then run the monitor again.',
	},
});

export const checkRows = defineErrorRows({
	checkFailed: {
		message: 'The check failed',
		cause: "The service could not check the monitor's targets.",
		remedy: 'Check the reason in the error details, then run the monitor again.',
		retry: 'sometimes',
		possiblyExecuted: true,
	},
	checkSkippedNoCredits: {
		message: 'Check skipped: insufficient credits',
		cause:
			'Your team has fewer credits than the estimated cost, which the service reserves before each check.',
		remedy: 'Upgrade the plan, buy credits, or monitor fewer pages, then run the monitor again.',
	},
	checkSkippedOverlap: {
		message: 'Check skipped: another check was running',
		cause: 'The service runs only one check per monitor at a time.',
		remedy: 'Run the monitor again after the other check has ended.',
		retry: 'sometimes',
	},
	checkStillRunning: {
		message: 'The check did not finish in time',
		cause: 'The check did not end within {maxWait}.',
		remedy: [
			'To wait longer, increase {maxWait}, then retry this execution.',
			'The retry attaches to the same check.',
			'Otherwise, use the Get Check operation later with the check ID from the error details.',
		],
		retry: 'backoff',
		possiblyExecuted: true,
	},
});

/** Remedies for a lost response to the request that starts a monitor check. */
export const lostCheckTexts: Record<string, Pick<ErrorRow, 'remedy'>> = {
	startNotFound: {
		remedy:
			'Retry this execution to look for the check without starting another one. To find the check yourself, use the Get Checks operation. If you do not find it, run the workflow again to attach to a running check or start one.',
	},
	startUnsettled: {
		remedy:
			'Use the Get Checks operation to look for the check. If you do not find it, run the workflow again. The node then attaches to a running check or, if no check is running, starts one.',
	},
};

export const monitorFormRows = defineErrorRows({
	noMonitor: {
		message: "Select a monitor in 'Monitor' first",
		cause: 'The list shows the checks of one monitor.',
		remedy:
			"If 'Monitor' is an expression, run the previous nodes first, or select 'By ID' in 'Check'.",
	},
});
