import { randomUUID } from 'node:crypto';
import { badRequest, refuse, rowFailure } from '../answer';
import { compileCheck } from '../schemas/check';
import { integer, integration, oneOfWords, text, textOf } from '../schemas/parts';
import type { ServiceState } from '../state';
import { sentenceAbout } from '../web/formats';
import { runCode, type CodeBody } from '../web/runCode';
import { recordActivity } from './account';
import { endpoint, isUuid } from './endpoint';

interface InteractBody extends CodeBody {
	prompt?: string;
}

export const codeFields = {
	code: textOf(1, 100_000),
	language: oneOfWords('node', 'python', 'bash'),
	timeout: integer(1, 300),
	origin: text,
};

// The service ignores unknown keys in the body.
export const checkInteractBody = compileCheck({
	type: 'object',
	properties: { ...codeFields, prompt: textOf(1, 10_000), integration, existingSessionId: text },
});

export const interact = endpoint('POST /v2/scrape/:id/interact', (request, state) => {
	const { id: scrapeId } = request;
	checkId(scrapeId);
	const body = checkedBody(request.body);
	const scrape = state.memory.scrapes.get(scrapeId);
	if (!scrape) throw rowFailure('notFound');
	const { id } = sessionFor(scrapeId, body, state);
	recordActivity(request, { id, kind: 'interact', target: scrape.url }, state);
	const output = sentenceAbout(scrape.markdown, body.prompt);
	// The links to the browser have the documented format, but do not work.
	const liveViewUrl = `${state.url}/live/${id}`;
	return {
		...{ sessionId: id, liveViewUrl },
		interactiveLiveViewUrl: `${liveViewUrl}?interactive=true`,
		...(body.code === undefined
			? { output: output ?? 'The page says nothing about that.', exitCode: 0, killed: false }
			: runCode(scrape, body)),
	};
});

export const stopInteract = endpoint(
	'DELETE /v2/scrape/:id/interact',
	({ id }, { memory, clock, account }) => {
		checkId(id);
		const session = memory.sessions.get(id);
		if (!session) throw rowFailure('notFound');
		memory.sessions.delete(id);
		const sessionDurationMs = clock.now() - session.startedAt;
		const minutes = Math.max(1, Math.ceil(sessionDurationMs / 60_000));
		const creditsBilled = minutes * (session.usedPrompt ? 7 : 2);
		account.charge(creditsBilled);
		return { sessionDurationMs, creditsBilled, cleanupQueued: false };
	},
);

function checkId(id: string): void {
	if (!isUuid(id)) throw badRequest([{ path: ['scrapeId'], message: 'must be a UUID' }]);
}

function checkedBody(raw: unknown): InteractBody {
	refuse(checkInteractBody(raw));
	const body = raw as InteractBody;
	if (body.code !== undefined || body.prompt !== undefined) return body;
	throw badRequest([{ path: [], message: 'either prompt or code is required' }]);
}

function sessionFor(scrapeId: string, body: InteractBody, state: ServiceState) {
	const { sessions } = state.memory;
	const created = { id: randomUUID(), startedAt: state.clock.now(), usedPrompt: false };
	const session = sessions.get(scrapeId) ?? created;
	session.usedPrompt ||= body.code === undefined;
	sessions.set(scrapeId, session);
	return session;
}
