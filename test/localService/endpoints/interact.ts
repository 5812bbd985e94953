import { randomUUID } from 'node:crypto';
import { badRequest, failure, jsonAnswer, rowFailure } from '../answer';
import { checkInteractBody, type InteractBody } from '../schemas/interact';
import { runCode } from '../scrape/runCode';
import type { RememberedScrape, BrowserSession } from '../scrape/scrapeMemory';
import { sentencesAbout } from '../scrape/sentences';
import type { ServiceState } from '../state';
import { isUuid, type Endpoint } from './endpoint';

const path = /^\/v2\/scrape\/([^/]+)\/interact$/;

export const interact: Endpoint = {
	method: 'POST',
	path,
	rateClass: 'browserExecute',
	async serve({ id, body: raw, team }, state) {
		checkId(id);
		const body = checkedBody(raw);
		const scrape = state.memory.scrapes.get(id);
		if (!scrape) throw rowFailure('notFound');
		const session = sessionFor(id, body, state);
		const target = scrape.url;
		state.activity.record({ id: session.id, team, endpoint: 'interact', target });
		const outcome = body.code === undefined ? prompted(scrape, body) : runCode(scrape, body);
		return jsonAnswer(200, { success: true, ...linksOf(session, state), ...outcome });
	},
};

export const stopInteract: Endpoint = {
	method: 'DELETE',
	path,
	rateClass: 'browserExecute',
	async serve({ id }, state) {
		checkId(id);
		const session = state.memory.sessions.get(id);
		if (!session) throw rowFailure('notFound');
		state.memory.sessions.delete(id);
		const sessionDurationMs = state.clock.now() - session.startedAt;
		const creditsBilled = creditsOf(session, sessionDurationMs);
		state.account.charge(creditsBilled);
		const outcome = { sessionDurationMs, creditsBilled, cleanupQueued: false };
		return jsonAnswer(200, { success: true, ...outcome });
	},
};

function checkId(id: string): void {
	if (!isUuid(id)) throw badRequest([{ path: ['scrapeId'], message: 'must be a UUID' }]);
}

function checkedBody(raw: unknown): InteractBody {
	const issues = checkInteractBody(raw);
	if (issues.length > 0) throw badRequest(issues);
	const body = raw as InteractBody;
	if (body.code === undefined && body.prompt === undefined) {
		throw badRequest([{ path: [], message: 'either prompt or code is required' }]);
	}
	return body;
}

function sessionFor(scrapeId: string, body: InteractBody, state: ServiceState): BrowserSession {
	const { sessions } = state.memory;
	const known = sessions.get(scrapeId);
	if (body.existingSessionId !== undefined && body.existingSessionId !== known?.id) {
		throw failure(410, 'The session has ended.');
	}
	const fresh = { id: randomUUID(), startedAt: state.clock.now(), usedPrompt: false };
	const session = known ?? fresh;
	session.usedPrompt ||= body.code === undefined;
	sessions.set(scrapeId, session);
	return session;
}

// The local service has no real browser. The links to the browser have the documented format, but do not work.
function linksOf(session: BrowserSession, state: ServiceState): Record<string, string> {
	const view = `${state.url}/live/${session.id}`;
	return {
		sessionId: session.id,
		liveViewUrl: view,
		interactiveLiveViewUrl: `${view}?interactive=true`,
	};
}

function prompted(scrape: RememberedScrape, body: InteractBody): Record<string, unknown> {
	const sentence = sentencesAbout(scrape.markdown, body.prompt ?? '');
	return { output: sentence ?? 'The page says nothing about that.', exitCode: 0, killed: false };
}

function creditsOf(session: BrowserSession, durationMs: number): number {
	const minutes = Math.max(1, Math.ceil(durationMs / 60_000));
	return minutes * (session.usedPrompt ? 7 : 2);
}
