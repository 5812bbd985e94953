import { randomUUID } from 'node:crypto';
import { badRequest, failure, jsonAnswer } from '../answer';
import {
	checkCodeBody,
	checkSessionBody,
	type CodeBody,
	type SessionBody,
} from '../schemas/browserSession';
import { endOf, expiryOf, type StandaloneSession } from '../scrape/browserSessions';
import { runInSession } from '../scrape/sessionCode';
import type { ServiceState } from '../state';
import { isUuid, type ApiRequest, type Endpoint } from './endpoint';

const create: Endpoint = {
	method: 'POST',
	path: /^\/v2\/interact$/,
	rateClass: 'browser',
	async serve({ body: raw, team }, state) {
		const issues = checkSessionBody(raw);
		if (issues.length > 0) throw badRequest(issues);
		const body = raw as SessionBody;
		refuseSecondWriter(body, state);
		const now = state.clock.now();
		const session = { id: randomUUID(), team, body, createdAt: now, lastActivity: now };
		state.browserSessions.all.push(session);
		state.activity.record({ id: session.id, team, endpoint: 'browser', target: null });
		const expiresAt = new Date(expiryOf(session)).toISOString();
		return jsonAnswer(200, {
			success: true,
			id: session.id,
			...linksOf(session, state),
			expiresAt,
		});
	},
};

const list: Endpoint = {
	method: 'GET',
	path: /^\/v2\/interact$/,
	rateClass: 'browserExecute',
	async serve({ url, team }, state) {
		const status = url.searchParams.get('status');
		const shown = state.browserSessions.all
			.filter((session) => session.team === team)
			.map((session) => show(session, state))
			.filter((session) => status === null || session.status === status);
		return jsonAnswer(200, { success: true, sessions: shown });
	},
};

const execute: Endpoint = {
	method: 'POST',
	path: /^\/v2\/interact\/([^/]+)\/execute$/,
	rateClass: 'browserExecute',
	async serve(request, state) {
		const session = sessionOf(request, state);
		const issues = checkCodeBody(request.body);
		if (issues.length > 0) throw badRequest(issues);
		const now = state.clock.now();
		if (endOf(session, now) !== undefined) throw failure(410, 'The session was destroyed.');
		session.lastActivity = now;
		const outcome = await runInSession(session, request.body as CodeBody, state);
		// Like the public service, reports success even if the executed code fails.
		return jsonAnswer(200, { ...outcome, success: true });
	},
};

const remove: Endpoint = {
	method: 'DELETE',
	path: /^\/v2\/interact\/([^/]+)$/,
	rateClass: 'browserExecute',
	async serve(request, state) {
		const session = sessionOf(request, state);
		if (session.destroyedAt !== undefined) throw failure(404, 'Browser session not found.');
		const now = state.clock.now();
		const end = endOf(session, now);
		session.destroyedAt = end ?? now;
		const sessionDurationMs = session.destroyedAt - session.createdAt;
		const creditsBilled = 2 * Math.max(1, Math.ceil(sessionDurationMs / 60_000));
		state.account.charge(creditsBilled);
		return jsonAnswer(200, {
			success: true,
			sessionDurationMs,
			...(end === undefined && { creditsBilled }),
			cleanupQueued: false,
		});
	},
};

export const browserSessionEndpoints: readonly Endpoint[] = [create, list, execute, remove];

function sessionOf({ id, team }: ApiRequest, { browserSessions }: ServiceState): StandaloneSession {
	if (!isUuid(id)) throw badRequest([{ path: ['sessionId'], message: 'must be a UUID' }]);
	const session = browserSessions.all.find((each) => each.id === id && each.team === team);
	if (session === undefined) throw failure(404, 'Browser session not found.');
	return session;
}

const savesTo = ({ profile }: SessionBody): string | undefined =>
	profile === undefined || profile.saveChanges === false ? undefined : profile.name;

function refuseSecondWriter(body: SessionBody, { browserSessions, clock }: ServiceState): void {
	const name = savesTo(body);
	const isBusy = browserSessions.all.some(
		(session) => endOf(session, clock.now()) === undefined && savesTo(session.body) === name,
	);
	if (name !== undefined && isBusy) {
		throw failure(409, 'Another session is currently writing to this profile.');
	}
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
