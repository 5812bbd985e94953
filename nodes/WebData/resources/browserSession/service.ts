import { z } from 'zod';
import { callApi, failWith, type Result, succeedWith } from '../../client/call';
import type { Client } from '../../client/client';
import { sendAfterStop } from '../../client/jobs/end';
import { validJobId } from '../../client/jobs/job';
import { atMostOnce } from '../../client/once';
import { type ApiRequest, requestsTo } from '../../client/request';
import { failureOfResponse } from '../../errors/classify';
import { type Endpoint, failureOfRow } from '../../errors/row';
import { requestRows } from '../../errors/rows/scrape';
import { anything, openObject } from '../../operation/body';
import { type JsonObject, nonEmptyText } from '../../json/json';
import { browserSessionRows, browserSessionServiceRows } from './errors';
import { codeTimeoutMs } from './form';

const secretUrl = (what: string) =>
	z
		.string()
		.nullable()
		.describe(`${what}. Keep this URL secret, because it gives access without an API key.`);

const links = {
	cdpUrl: secretUrl('Address for a client of the Chrome DevTools Protocol'),
	liveViewUrl: secretUrl('Page that shows the browser'),
	interactiveLiveViewUrl: secretUrl('Page that shows and controls the browser'),
};

export const createdSession = openObject({
	id: z.string(),
	...links,
	expiresAt: z.string(),
});

export const listedSession = openObject({
	id: z.string(),
	status: z.string(),
	...links,
	streamWebView: z.boolean(),
	createdAt: z.string(),
	lastActivity: z.string().nullable(),
});

export const codeResult = openObject({
	result: anything,
	stdout: z.string().nullable(),
	stderr: z.string().nullable(),
	exitCode: z.number().int().nullable(),
	killed: z.boolean(),
});

export const deletedSession = openObject({
	deleted: z.boolean(),
	sessionId: z.string(),
	outcome: z.enum(['deleted', 'alreadyDeleted']),
	sessionDurationMs: z.number(),
	creditsBilled: z.number(),
	cleanupQueued: z.boolean(),
	message: z.string(),
});

const { sessionCodeFailed, ...sessionErrors } = browserSessionServiceRows;

export const browserSessionEndpoint: Endpoint = {
	errors: [requestRows.profileInUse, ...Object.values(sessionErrors)],
	credits: ['creditsBilled'],
};

export const sessionCodeEndpoint: Endpoint = {
	errors: [...browserSessionEndpoint.errors, sessionCodeFailed],
};

const sessionRequest = requestsTo(browserSessionEndpoint, 'interact');

/**
 * If the request is repeated, the service creates another session. Each session costs credits until the session ends.
 */
export const createRequest = (body: JsonObject): ApiRequest =>
	sessionRequest('POST', [], { body, idempotency: 'unsafe' });

/** If the request is repeated, the service runs the code again. */
export const codeRequest = (sessionId: string, body: JsonObject): ApiRequest =>
	sessionRequest('POST', [sessionId, 'execute'], {
		endpoint: sessionCodeEndpoint,
		body,
		idempotency: 'unsafe',
		serviceTimeoutMs: codeTimeoutMs,
	});

/**
 * Returns the request for all sessions, or for the sessions with the given status. One response contains the whole
 * list.
 */
export const listRequest = (status?: string): ApiRequest =>
	sessionRequest('GET', [], status === undefined ? {} : { query: { status } });

export const deleteRequest = (sessionId: string): ApiRequest =>
	sessionRequest('DELETE', [sessionId], { mayBeEmpty: true });

async function create(request: ApiRequest, client: Client, deleteOnStop: boolean): Promise<Result> {
	const result = await callApi({ ...request, cancelOnStop: deleteOnStop }, client);
	if (!result.ok || validJobId(result.answer.id) !== undefined) return result;
	// The session links give access to the browser, so errors must not contain the links.
	const others = Object.entries(result.answer).filter(([name]) => !(name in links));
	const facts = { answer: Object.fromEntries(others) };
	return failWith(result, failureOfRow(browserSessionRows.noSessionId, facts));
}

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
		send: (toSend, limited) => create(toSend, limited, deleteOnStop),
	});
	const sessionId = result.ok ? validJobId(result.answer.id) : undefined;
	if (sessionId !== undefined) {
		const end = async (): Promise<boolean> => {
			const { ok } = await sendAfterStop(deleteRequest(sessionId), client);
			// A retry must return a session that still exists, and no deleted session.
			if (ok) client.replayStore.set({});
			return ok;
		};
		client.running?.set(sessionId, { name: 'browser session', ...(deleteOnStop && { end }) });
	}
	return result;
}

/** The service returns a success status even if the executed code fails. */
const hasFailed = ({ exitCode, error, killed }: JsonObject): boolean =>
	(typeof exitCode === 'number' && exitCode !== 0) ||
	nonEmptyText(error) !== undefined ||
	killed === true;

async function runCode(request: ApiRequest, client: Client): Promise<Result> {
	const result = await callApi(request, client);
	if (!result.ok || !hasFailed(result.answer)) return result;
	const { account, runtime } = client;
	const failure = failureOfResponse(
		{ status: 200, headers: {} },
		result.answer,
		sessionCodeEndpoint,
		runtime.now(),
		account.apiKey,
	);
	return failWith(result, failure);
}

/** Runs code in a browser session at most once per item. Returns a failure if the code fails. */
export const executeOnce = (request: ApiRequest, client: Client): Promise<Result> =>
	atMostOnce(request, client, {
		unsettled: browserSessionRows.codeUnsettled,
		hasKnownOutcome: ({ errorId }) => errorId === browserSessionServiceRows.sessionCodeFailed.id,
		send: runCode,
	});

const goneErrors: ReadonlySet<string> = new Set([
	browserSessionServiceRows.browserSessionNotFound.id,
	browserSessionServiceRows.browserSessionDestroyed.id,
]);

/** Deletes a browser session. Returns a success with the outcome `alreadyDeleted` if the session no longer exists. */
export async function deleteSession(request: ApiRequest, client: Client): Promise<Result> {
	const result = await callApi(request, client);
	if (result.ok) return { ...result, answer: { ...result.answer, outcome: 'deleted' } };
	if (!goneErrors.has(result.failure.errorId)) return result;
	const { message } = result.failure;
	return succeedWith(result, { success: true, outcome: 'alreadyDeleted', message });
}
