import { randomUUID } from 'node:crypto';
import { badRequest, failure, refuse } from '../answer';
import { compileCheck } from '../schemas/check';
import { flag, integer, integration, textOf } from '../schemas/parts';
import type { ServiceState } from '../state';
import { runInSession, type CodeBody } from '../web/runCode';
import type { RememberedScrape } from '../web/scrape';
import { recordActivity } from './account';
import { endpoint, isUuid, type ApiRequest } from './endpoint';
import { codeFields } from './interact';

interface SessionBody {
	ttl?: number;
	activityTtl?: number;
	streamWebView?: boolean;
}

// The service ignores unknown keys in the request bodies of browser sessions.
export const checkSessionBody = compileCheck({
	type: 'object',
	properties: {
		ttl: integer(30, 3600),
		activityTtl: integer(10, 3600),
		streamWebView: flag,
		recordSession: flag,
		profile: {
			type: 'object',
			properties: { name: textOf(1, 128), saveChanges: flag },
			required: ['name'],
		},
		integration,
	},
});

export const checkCodeBody = compileCheck({
	type: 'object',
	properties: codeFields,
	required: ['code'],
});

const DEFAULT_TTL_SECONDS = 600;
const DEFAULT_ACTIVITY_TTL_SECONDS = 300;

/** A browser session that does not belong to a scrape. */
export interface StandaloneSession {
	id: string;
	team: string;
	body: SessionBody;
	createdAt: number;
	lastActivity: number;
	destroyedAt?: number;
	page?: RememberedScrape;
}

function expiryOf({ body, createdAt }: StandaloneSession): number {
	return createdAt + (body.ttl ?? DEFAULT_TTL_SECONDS) * 1000;
}

/** Returns the time at which the session was deleted or expired, or undefined if the session is active. */
function endOf(session: StandaloneSession, now: number): number | undefined {
	const { body, lastActivity, destroyedAt } = session;
	const idleMs = (body.activityTtl ?? DEFAULT_ACTIVITY_TTL_SECONDS) * 1000;
	const end = Math.min(destroyedAt ?? Infinity, expiryOf(session), lastActivity + idleMs);
	return end <= now ? end : undefined;
}

const create = endpoint('POST /v2/interact', (request, state) => {
	refuse(checkSessionBody(request.body));
	const body = request.body as SessionBody;
	const now = state.clock.now();
	const id = randomUUID();
	const session = { id, team: request.team, body, createdAt: now, lastActivity: now };
	state.browserSessions.push(session);
	recordActivity(request, { id, kind: 'browser', target: null }, state);
	const expiresAt = new Date(expiryOf(session)).toISOString();
	return { id, ...linksOf(session, state), expiresAt };
});

const list = endpoint('GET /v2/interact', ({ url, team }, state) => {
	const status = url.searchParams.get('status');
	const shown = state.browserSessions
		.filter((session) => session.team === team)
		.map((session) => show(session, state))
		.filter((session) => status === null || session.status === status);
	return { sessions: shown };
});

const execute = endpoint('POST /v2/interact/:id/execute', async (request, state) => {
	const session = sessionOf(request, state);
	refuse(checkCodeBody(request.body));
	const now = state.clock.now();
	if (endOf(session, now) !== undefined) throw failure(410, 'The session was destroyed.');
	session.lastActivity = now;
	const outcome = await runInSession(session, request.body as CodeBody, state);
	// Like the public service, reports success even if the executed code fails.
	return { ...outcome, success: true };
});

const remove = endpoint('DELETE /v2/interact/:id', (request, state) => {
	const session = sessionOf(request, state);
	if (session.destroyedAt !== undefined) throw failure(404, 'Browser session not found.');
	const now = state.clock.now();
	const end = endOf(session, now);
	session.destroyedAt = end ?? now;
	const sessionDurationMs = session.destroyedAt - session.createdAt;
	const creditsBilled = 2 * Math.max(1, Math.ceil(sessionDurationMs / 60_000));
	state.account.charge(creditsBilled);
	const billed = end === undefined && { creditsBilled };
	return { sessionDurationMs, ...billed, cleanupQueued: false };
});

export const browserSessionEndpoints = [create, list, execute, remove];

function sessionOf({ id, team }: ApiRequest, { browserSessions }: ServiceState): StandaloneSession {
	if (!isUuid(id)) throw badRequest([{ path: ['sessionId'], message: 'must be a UUID' }]);
	const session = browserSessions.find((each) => each.id === id && each.team === team);
	if (session === undefined) throw failure(404, 'Browser session not found.');
	return session;
}

// The local service has no real browser. The links to the browser have the documented format, but do not work.
function linksOf({ id, body }: StandaloneSession, { url }: ServiceState): Record<string, unknown> {
	const view = body.streamWebView === false ? null : `${url}/live/${id}`;
	return {
		cdpUrl: `${url.replace(/^http/, 'ws')}/cdp/${id}`,
		liveViewUrl: view,
		interactiveLiveViewUrl: view && `${view}?interactive=true`,
	};
}

function show(session: StandaloneSession, state: ServiceState): Record<string, unknown> {
	const { id, body, createdAt, lastActivity } = session;
	return {
		id,
		status: endOf(session, state.clock.now()) === undefined ? 'active' : 'destroyed',
		...linksOf(session, state),
		streamWebView: body.streamWebView ?? true,
		createdAt: new Date(createdAt).toISOString(),
		lastActivity: new Date(lastActivity).toISOString(),
	};
}
