import { z } from 'zod';
import { callApi } from '../../client/call';
import {
	type ApiRequest,
	type Client,
	type Endpoint,
	failWith,
	requestsTo,
	type Result,
	succeedWith,
} from '../../client/client';
import { afterStop } from '../../client/jobs/end';
import { validJobId } from '../../client/jobs/job';
import { atMostOnce } from '../../client/once';
import { failureOfResponse } from '../../errors/classify';
import { failureOfRow } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { nonEmptyText } from '../../json/json';
import { browserSessionRows, browserSessionServiceRows } from './errors';

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

export const browserSessionEndpoint: Endpoint = {
	errors: [requestRows.profileInUse, ...Object.values(sessionErrors)],
	credits: ['creditsBilled'],
};

export const sessionCodeEndpoint: Endpoint = {
	errors: [...browserSessionEndpoint.errors, sessionCodeFailed],
};

export const sessionRequest = requestsTo(browserSessionEndpoint, 'interact');

/**
 * Returns the request for all sessions, or for the sessions with the given status. One response contains the whole
 * list.
 */
export const listRequest = (status?: string): ApiRequest =>
	sessionRequest('GET', [], status === undefined ? {} : { query: { status } });

export const deleteRequest = (sessionId: string): ApiRequest =>
	sessionRequest('DELETE', [sessionId], { mayBeEmpty: true, endsJob: true });

/**
 * Creates a browser session at most once per item. If `deleteOnStop` is set, the session is deleted when the execution
 * is stopped, or when the node fails because of another item.
 */
export async function createOnce(
	request: ApiRequest,
	client: Client,
	deleteOnStop: boolean,
): Promise<Result> {
	const result = await atMostOnce(request, client, {
		unsettled: browserSessionRows.sessionUnsettled,
		hasKnownOutcome: ({ errorId }) => errorId === browserSessionRows.noSessionId.id,
		async send(toSend, limited) {
			const created = await callApi({ ...toSend, cancelOnStop: deleteOnStop }, limited);
			if (!created.ok || validJobId(created.answer.id) !== undefined) return created;
			// The links of the session give access to the browser, so errors must not contain them.
			const others = Object.entries(created.answer).filter(([name]) => !(name in sessionLinks));
			const facts = { answer: Object.fromEntries(others) };
			return failWith(created, failureOfRow(browserSessionRows.noSessionId, facts));
		},
	});
	const sessionId = result.ok ? validJobId(result.answer.id) : undefined;
	if (sessionId !== undefined) {
		if (result.attempts > 0) client.knownJobs?.add(sessionId, client.runtime.now());
		const end = async (): Promise<boolean> => {
			const { ok } = await afterStop(client, (ending) =>
				deleteSession(deleteRequest(sessionId), ending),
			);
			// A retry must return a session that still exists, and no deleted session.
			if (ok) client.replayStore.set({});
			return ok;
		};
		client.running?.set(sessionId, { name: 'browser session', ...(deleteOnStop && { end }) });
	}
	return result;
}

/** Runs code in a browser session at most once per item. Returns a failure if the code fails. */
export const executeOnce = (request: ApiRequest, client: Client): Promise<Result> =>
	atMostOnce(request, client, {
		unsettled: browserSessionRows.codeUnsettled,
		hasKnownOutcome: ({ errorId }) => errorId === browserSessionServiceRows.sessionCodeFailed.id,
		async send(toSend, limited) {
			const result = await callApi(toSend, limited);
			if (!result.ok) return result;
			// The service returns a success status even if the executed code fails.
			const { exitCode, error, killed } = result.answer;
			const hasExitCode = typeof exitCode === 'number' && exitCode !== 0;
			if (!hasExitCode && nonEmptyText(error) === undefined && killed !== true) return result;
			const failure = failureOfResponse(
				{ status: 200, headers: {} },
				result.answer,
				request,
				limited.runtime.now(),
				limited.account.apiKey,
			);
			return failWith(result, failure);
		},
	});

/** Deletes a browser session. Returns a success with the outcome `alreadyDeleted` if the session no longer exists. */
export async function deleteSession(request: ApiRequest, client: Client): Promise<Result> {
	const result = await callApi(request, client);
	if (result.ok) return { ...result, answer: { ...result.answer, outcome: 'deleted' } };
	const { errorId, message } = result.failure;
	const { browserSessionNotFound, browserSessionDestroyed } = browserSessionServiceRows;
	if (errorId !== browserSessionNotFound.id && errorId !== browserSessionDestroyed.id)
		return result;
	return succeedWith(result, { success: true, outcome: 'alreadyDeleted', message });
}
