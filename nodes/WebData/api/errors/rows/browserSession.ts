import type { ErrorRow, ServiceRow } from '../errorRow';

const sessionRow = {
	table: 'observed',
	endpoints: ['browserSession'],
	retry: 'never',
	possiblyExecuted: false,
} as const;

export const browserSessionServiceRows = [
	{
		id: 'sessionCodeFailed',
		...sessionRow,
		status: 200,
		preferServiceText: true,
		message: 'The code failed in the browser session',
		cause: 'The service ran the code, and it ended with an error or was stopped by its time limit.',
		remedy:
			"Check 'stdout' and 'stderr' in the error details. Correct {code} or increase {timeout}.",
	},
	{
		id: 'browserSessionNotFound',
		...sessionRow,
		status: 404,
		pattern: /session/i,
		message: 'Browser session not found',
		cause: 'No browser session has this ID, or it belongs to the team of another API key.',
		remedy: 'Use the ID of a session that was created with the same credential. Check {sessionId}.',
	},
	{
		id: 'profileInUse',
		...sessionRow,
		status: 409,
		preferServiceText: true,
		message: 'Another session is saving to the profile',
		cause: 'Only one browser session at a time can save to a profile.',
		remedy: 'Choose another {profile}, delete the other session, or turn off {saveChanges}.',
	},
	{
		id: 'browserSessionDestroyed',
		...sessionRow,
		status: 410,
		message: 'The browser session has ended',
		cause: 'The browser session was deleted, or it reached its time limit.',
		remedy: 'Use the operation Create to open another session. Enter its ID in {sessionId}.',
	},
] as const satisfies readonly ServiceRow[];

/** Error rows for failures that the node detects. */
export const browserSessionRows = {
	noSessionId: {
		id: 'noSessionId',
		message: 'The service returned no valid session ID',
		cause:
			'The service accepted the request, but the ID in its response is missing or cannot be part of a URL.',
		remedy:
			'A session may be running, which costs credits until it is deleted or expires. Look for the session with the operation Get Many and delete it. {deleteOnStop} cannot delete it without its ID. Check that {baseUrl} is the address of the API.',
		retry: 'never',
		possiblyExecuted: true,
	},
	sessionUnsettled: {
		id: 'sessionUnsettled',
		message: 'Not known whether the session was created',
		cause:
			'An earlier attempt sent the request and received no clear response, so it is not sent again.',
		remedy:
			'Look for the session with the operation Get Many and use or delete it. Run the workflow again to create another session.',
		retry: 'never',
		possiblyExecuted: true,
	},
	codeUnsettled: {
		id: 'codeUnsettled',
		message: 'Not known whether the code was run',
		cause:
			'An earlier attempt sent the code and received no clear response, so it is not sent again.',
		remedy:
			'Check the state of the browser session with other code. Run the workflow again to run the code again.',
		retry: 'never',
		possiblyExecuted: true,
	},
} as const satisfies Record<string, ErrorRow>;
