import { defineErrorRows, defineServiceRows } from '../../errors/row';

const sessionRow = {
	table: 'observed',
	retry: 'never',
	possiblyExecuted: false,
} as const;

export const browserSessionServiceRows = defineServiceRows({
	sessionCodeFailed: {
		...sessionRow,
		status: 200,
		preferServiceText: true,
		message: 'The code failed in the browser session',
		cause: 'The code ended with an error or reached its time limit.',
		remedy: (say) =>
			say(
				"Check 'stdout' and 'stderr' in the error details, then correct {code} or allow more time in {timeout}.",
			) ?? "Check 'stdout' and 'stderr' in the error details.",
	},
	browserSessionNotFound: {
		...sessionRow,
		status: 404,
		pattern: /session/i,
		message: 'Browser session not found',
		cause: 'No browser session has this ID, or the session belongs to another team.',
		remedy: (say) =>
			say('Set {sessionId} to the ID of a session that was created with the same credential.') ??
			'Use the ID of a session that was created with the same credential.',
	},
	browserNotConfigured: {
		...sessionRow,
		status: 503,
		pattern: /not configured/i,
		message: 'Browser sessions are not available on this server',
		cause: 'The server is self-hosted, and no browser service is configured on it.',
		remedy: 'Use a server with a browser service, or set BROWSER_SERVICE_URL on this server.',
	},
	browserSessionDestroyed: {
		...sessionRow,
		status: 410,
		message: 'The browser session has ended',
		cause: 'The browser session was deleted or reached its time limit.',
		remedy: (say) =>
			say('Create another session, and set {sessionId} to its ID.') ?? 'Create another session.',
	},
});

export const browserSessionRows = defineErrorRows({
	noSessionId: {
		message: 'The service returned no valid session ID',
		cause:
			'The service accepted the request, but the session ID in the response is missing or contains invalid characters.',
		remedy:
			'Find the session with the Get Many operation, and delete it. It costs credits until it is deleted or expires. Check that {baseUrl} is the address of the API.',
		possiblyExecuted: true,
	},
	sessionUnsettled: {
		message: 'Could not confirm that the browser session was created',
		cause:
			'An earlier attempt sent the request but received no clear response, so the node does not repeat the request.',
		remedy:
			'Use the Get Many operation to look for the session. If the list contains the session, use it or delete it. Otherwise, run the workflow again to create another session.',
		possiblyExecuted: true,
	},
	codeUnsettled: {
		message: 'Could not confirm that the code ran',
		cause:
			'An earlier attempt sent the code but received no clear response, so the node does not send the code again.',
		remedy:
			'Run other code to check the state of the browser session. To run the same code again, run the workflow again.',
		possiblyExecuted: true,
	},
});
