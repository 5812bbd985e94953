import { z } from 'zod';
import { atMostOnce, call } from '../../client/call';
import { afterStop, type Client, ServiceError, serviceError } from '../../client/client';
import { validJobId } from '../../client/jobs/job';
import { type ApiRequest, defineRoute } from '../../client/request';
import { failureOfResponse } from '../../errors/failure';
import { defineExecutedRows, defineServiceRows, either, failureOfRow } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { type JsonObject, nonEmptyText } from '../../json/json';
import { codeTimeoutMs } from './form';

export const browserSessionServiceRows = defineServiceRows({
	sessionCodeFailed: {
		status: 200,
		preferServiceText: true,
		message: 'The code failed in the browser session',
		cause: 'The code ended with an error or reached its time limit.',
		remedy: either(
			"Check 'stdout' and 'stderr' in the error details, then correct {code} or allow more time in {timeout}.",
			"Check 'stdout' and 'stderr' in the error details.",
		),
	},
	browserSessionNotFound: {
		status: 404,
		pattern: /session/i,
		message: 'Browser session not found',
		cause: 'No browser session has this ID, or the session belongs to another team.',
		remedy: either(
			'Set {sessionId} to the ID of a session that was created with the same credential.',
			'Use the ID of a session that was created with the same credential.',
		),
	},
	browserNotConfigured: {
		status: 503,
		pattern: /not configured/i,
		message: 'Browser sessions are not available on this server',
		cause: 'The server is self-hosted, and no browser service is configured on it.',
		remedy: 'Use a server with a browser service, or set BROWSER_SERVICE_URL on this server.',
	},
	browserSessionDestroyed: {
		status: 410,
		message: 'The browser session has ended',
		cause: 'The browser session was deleted or reached its time limit.',
		remedy: either(
			'Create another session, and set {sessionId} to its ID.',
			'Create another session.',
		),
	},
});

export const browserSessionRows = defineExecutedRows({
	noSessionId: {
		message: 'The service returned no valid session ID',
		cause:
			'The service accepted the request, but the session ID in the response is missing or contains invalid characters.',
		remedy:
			'Find the session with the Get Many operation, and delete it. It costs credits until it is deleted or expires. Check that {baseUrl} is the address of the API.',
	},
	sessionUnsettled: {
		message: 'Could not confirm that the browser session was created',
		cause:
			'An earlier attempt sent the request but received no clear response, so the node does not repeat the request.',
		remedy:
			'Use the Get Many operation to look for the session. If the list contains the session, use it or delete it. Otherwise, run the workflow again to create another session.',
	},
	codeUnsettled: {
		message: 'Could not confirm that the code ran',
		cause:
			'An earlier attempt sent the code but received no clear response, so the node does not send the code again.',
		remedy:
			'Run other code to check the state of the browser session. To run the same code again, run the workflow again.',
	},
});

const secretUrl = (what: string) =>
	z
		.string()
		.nullable()
		.describe(`${what}. Keep this URL secret, because it gives access without an API key.`);

export const sessionLinks = {
	cdpUrl: secretUrl('Address for a client of the Chrome DevTools Protocol'),
	liveViewUrl: secretUrl('Page that shows the browser'),
	interactiveLiveViewUrl: secretUrl('Page that shows and controls the browser'),
};

const { sessionCodeFailed, ...sessionErrors } = browserSessionServiceRows;

const facts = {
	errors: [requestRows.profileInUse, ...Object.values(sessionErrors)],
	credits: ['creditsBilled'],
};
const ending = { ...facts, rateClass: 'cancel', mayBeEmpty: true, endsJob: true } as const;

export const sessionRoutes = {
	/** If the request is repeated, the service creates another session, which costs credits until it ends. */
	create: defineRoute('POST', 'interact', {
		...facts,
		rateClass: 'browser',
		usesBrowser: true,
		idempotency: 'unsafe',
	}),
	/** If the request is repeated, the service runs the code again. */
	execute: defineRoute('POST', 'interact/{sessionId}/execute', {
		errors: [...facts.errors, sessionCodeFailed],
		rateClass: 'browserExecute',
		idempotency: 'unsafe',
		serviceTimeoutMs: codeTimeoutMs,
	}),
	/** One response contains the whole list. */
	list: defineRoute('GET', 'interact', { ...facts, rateClass: 'browserExecute' }),
	delete: defineRoute('DELETE', 'interact/{sessionId}', ending),
};

/**
 * Creates a browser session at most once per item. If `deleteOnStop` is set, the session is deleted when the execution
 * is stopped, or when the node fails because of another item.
 */
export async function createOnce(
	request: ApiRequest,
	client: Client,
	deleteOnStop: boolean,
): Promise<JsonObject> {
	const session = await atMostOnce(request, client, {
		unsettled: browserSessionRows.sessionUnsettled,
		knownOutcome: browserSessionRows.noSessionId.id,
		async send() {
			const created = await call({ ...request, cancelOnStop: deleteOnStop }, client);
			const id = validJobId(created.id);
			if (id !== undefined) {
				client.account.knownJobs.set(id, client.runtime.now());
				return created;
			}
			// The links of the session give access to the browser, so errors must not contain them.
			const others = Object.entries(created).filter(([name]) => !(name in sessionLinks));
			const facts = { answer: Object.fromEntries(others) };
			throw new ServiceError(failureOfRow(browserSessionRows.noSessionId, facts));
		},
	});
	const sessionId = validJobId(session.id);
	if (sessionId !== undefined) {
		const end = async (): Promise<boolean> => {
			const deleting = afterStop(client, (ending) =>
				deleteSession({ route: sessionRoutes.delete, ids: [sessionId] }, ending),
			);
			if ((await deleting.catch(serviceError)) instanceof ServiceError) return false;
			// A retry must return a session that still exists, and no deleted session.
			client.replayStore.set({});
			return true;
		};
		client.running.set(sessionId, { name: 'browser session', ...(deleteOnStop && { end }) });
	}
	return session;
}

/** Runs code in a browser session at most once per item. Throws if the code fails. */
export const executeOnce = (request: ApiRequest, client: Client): Promise<JsonObject> =>
	atMostOnce(request, client, {
		unsettled: browserSessionRows.codeUnsettled,
		knownOutcome: browserSessionServiceRows.sessionCodeFailed.id,
		async send() {
			const answer = await call(request, client);
			// The service returns a success status even if the executed code fails, so this is an error.
			const { exitCode, error, killed } = answer;
			const hasExitCode = typeof exitCode === 'number' && exitCode !== 0;
			if (!hasExitCode && nonEmptyText(error) === undefined && killed !== true) return answer;
			const { runtime, account } = client;
			const response = { status: 200, headers: {} };
			throw new ServiceError(
				failureOfResponse(response, answer, request, runtime.now(), account.apiKey),
			);
		},
	});

/** Deletes a browser session. Returns the outcome `alreadyDeleted` if the session no longer exists. */
export async function deleteSession(request: ApiRequest, client: Client): Promise<JsonObject> {
	const answer = await call(request, client).catch(serviceError);
	if (!(answer instanceof ServiceError)) return { ...answer, outcome: 'deleted' };
	const { errorId, message } = answer.failure;
	const { browserSessionNotFound, browserSessionDestroyed } = browserSessionServiceRows;
	if (errorId !== browserSessionNotFound.id && errorId !== browserSessionDestroyed.id) throw answer;
	return { success: true, outcome: 'alreadyDeleted', message };
}
