import { z } from 'zod';
import { call } from '../../client/call';
import type { Client } from '../../client/client';
import { afterStop } from '../../client/jobs/end';
import { validJobId } from '../../client/jobs/job';
import { atMostOnce } from '../../client/once';
import { type ApiRequest, defineRoute } from '../../client/request';
import { ServiceError, serviceError } from '../../client/serviceError';
import { failureOfResponse } from '../../errors/failure';
import { failureOfRow } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { type JsonObject, nonEmptyText } from '../../json/json';
import { browserSessionRows, browserSessionServiceRows } from './errors';
import { codeTimeoutMs } from './form';

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
		hasKnownOutcome: ({ errorId }) => errorId === browserSessionRows.noSessionId.id,
		async send(toSend, limited) {
			const created = await call({ ...toSend, cancelOnStop: deleteOnStop }, limited);
			const id = validJobId(created.id);
			if (id !== undefined) {
				client.knownJobs?.set(id, client.runtime.now());
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
		client.running?.set(sessionId, { name: 'browser session', ...(deleteOnStop && { end }) });
	}
	return session;
}

/** Runs code in a browser session at most once per item. Throws if the code fails. */
export const executeOnce = (request: ApiRequest, client: Client): Promise<JsonObject> =>
	atMostOnce(request, client, {
		unsettled: browserSessionRows.codeUnsettled,
		hasKnownOutcome: ({ errorId }) => errorId === browserSessionServiceRows.sessionCodeFailed.id,
		async send(toSend, limited) {
			const answer = await call(toSend, limited);
			// The service returns a success status even if the executed code fails.
			const { exitCode, error, killed } = answer;
			const hasExitCode = typeof exitCode === 'number' && exitCode !== 0;
			if (!hasExitCode && nonEmptyText(error) === undefined && killed !== true) return answer;
			const { runtime, account } = limited;
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
