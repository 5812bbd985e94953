import { badRequest, failure, refuse, rowFailure } from '../answer';
import { canParse, compileCheck, customIssue, schemaFault } from '../schemas/check';
import * as parts from '../schemas/parts';
import { auditMetadata, threatProtection } from '../schemas/scrape';
import type { ServiceState } from '../state';
import { webhookFor, type Webhook } from '../webhooks';
import { recordActivity } from './account';
import { cancelRun, failures, startRun, type AgentRun } from './agentRun';
import { snapshotsOf, traceOf } from './agentTrace';
import { isUuid, type ApiRequest, endpoint } from './endpoint';

const { closedObject, flag, integer, list, oneOfWords, text, texts } = parts;

export interface AgentBody {
	prompt: string;
	urls?: string[];
	schema?: Record<string, unknown>;
	maxCredits?: number;
	strictConstrainToURLs?: boolean;
	effort?: 'low' | 'medium' | 'high';
	origin?: string;
	integration?: string;
	threadId?: string;
	mode?: 'extract' | 'chat';
	webhook?: string | Webhook;
	[more: string]: unknown;
}

const url = { type: 'string', pattern: '^https?://[^\\s/]+' };

const webhook = {
	if: { type: 'string' },
	then: url,
	else: webhookFor(['started', 'action', 'completed', 'failed', 'cancelled'], url),
};

const exchange = closedObject({
	enabled: flag,
	toolkits: list(text, { maxItems: 5 }),
	maxCalls: integer(0),
	requireApproval: flag,
	approve: closedObject({ approvalId: text, callIds: texts, always: flag }, ['approvalId']),
	decline: closedObject({ approvalId: text }, ['approvalId']),
	onTermsRequired: oneOfWords('skip', 'ask'),
});

export const checkAgentBody = compileCheck(
	closedObject(
		{
			prompt: parts.prompt,
			urls: list(url),
			schema: parts.openObject,
			maxCredits: { type: 'number', minimum: 0 },
			strictConstrainToURLs: flag,
			model: oneOfWords('spark-2', 'spark-1-pro', 'spark-1-mini'),
			effort: oneOfWords('low', 'medium', 'high'),
			webhook,
			auditMetadata,
			threatProtection,
			...parts.sender,
			threadId: parts.uuid,
			mode: oneOfWords('extract', 'chat'),
			exchange,
		},
		['prompt'],
	),
);

const RESULT_LIFETIME_MS = 86_400_000;
const RUNS_PER_PAGE = 20;

const start = endpoint('POST /v2/agent', (request, state) => {
	const body = checkedBody(request.body);
	if (state.account.remaining <= 0) throw rowFailure('paymentRequired');
	const { id, threadId, threadTurn } = startRun(request.team, body, state);
	recordActivity(request, { id, kind: 'agent', target: body.urls?.[0] ?? null }, state);
	return { id, ...(threadId && { threadId, threadTurn }) };
});

function checkedBody(raw: unknown): AgentBody {
	refuse(checkAgentBody(raw));
	const body = raw as AgentBody;
	const invalid = (body.urls ?? []).findIndex((each) => !canParse(each));
	if (invalid >= 0) throw badRequest([customIssue(['urls', invalid], 'Invalid URL')]);
	const fault = body.schema && schemaFault(body.schema);
	if (fault) throw badRequest([customIssue(['schema'], `Invalid JSON schema: ${fault}`)]);
	return body;
}

const getAll = endpoint('GET /v2/agent', ({ url: { searchParams }, team }, state) => {
	const before = searchParams.get('before') ?? 'Infinity';
	if (!/^(\d+|Infinity)$/.test(before)) {
		throw badRequest([{ path: ['before'], message: 'must be a time in ms since 1970' }]);
	}
	const now = state.clock.now();
	const runs = state.agent.all
		.filter((run) => run.team === team && run.createdAt < Number(before) && !isGone(run, now))
		.sort((a, b) => b.createdAt - a.createdAt);
	const shown = runs.slice(0, RUNS_PER_PAGE);
	const next = `${state.url}/v2/agent?before=${shown.at(-1)?.createdAt}`;
	return {
		agents: shown.map(summaryOf),
		next: runs.length > RUNS_PER_PAGE ? next : null,
	};
});

function summaryOf(run: AgentRun): Record<string, unknown> {
	const { origin = 'api', integration = null, ...options } = run.body;
	return {
		id: run.id,
		createdAt: new Date(run.createdAt).toISOString(),
		targetHint: run.body.urls?.[0] ?? null,
		origin,
		integration,
		settings: {},
		status: statusOf(run),
		options,
	};
}

function isGone({ endedAt }: AgentRun, now: number): boolean {
	return endedAt !== null && now >= endedAt + RESULT_LIFETIME_MS;
}

function statusOf({ endedAt, outcome }: AgentRun): string {
	if (endedAt === null) return 'processing';
	return outcome === 'succeeded' ? 'completed' : 'failed';
}

function statusBody(run: AgentRun): Record<string, unknown> {
	const { threadId, threadTurn, endedAt, plan } = run;
	const { effort, mode } = run.body;
	const body = {
		status: statusOf(run),
		model: 'spark-2',
		...(effort && { effort }),
		...(threadId && { threadId, threadTurn }),
		...(mode && { mode }),
	};
	if (endedAt === null) return body;
	const expiresAt = new Date(endedAt + RESULT_LIFETIME_MS).toISOString();
	return { ...body, ...endOf(run), expiresAt, ...plan.patch };
}

function endOf({ outcome, body, plan, pages, result, credits }: AgentRun): object {
	if (outcome === undefined) return {};
	if (outcome === 'succeeded') {
		if (body.mode !== 'chat') return { data: result, creditsUsed: credits };
		const suggestions = pages.map(({ title, url }) => ({ label: title, prompt: `Read ${url}` }));
		return { message: JSON.stringify(result), suggestions, creditsUsed: credits };
	}
	const message = 'The run was ended at its credit limit. Raise maxCredits and run it again.';
	return {
		error: failures[outcome],
		creditsUsed: 0,
		...(outcome === 'credit_limit_reached' && { stopReason: outcome, message }),
		...(plan.partial && { partial: result, partialSchemaValid: false }),
	};
}

function runOf({ id, team }: ApiRequest, { agent, clock }: ServiceState): AgentRun {
	if (!isUuid(id)) throw rowFailure('invalidJobId');
	const run = agent.all.find((one) => one.id === id.toLowerCase() && one.team === team);
	if (!run || isGone(run, clock.now())) throw rowFailure('agentJobNotFound');
	return run;
}

const get = endpoint('GET /v2/agent/:id', (request, state) => {
	const run = runOf(request, state);
	run.polls.push(state.clock.now());
	return statusBody(run);
});

const cancel = endpoint('DELETE /v2/agent/:id', (request, state) => {
	const run = runOf(request, state);
	run.cancels.push(state.clock.now());
	if (run.endedAt !== null) throw rowFailure('agentAlreadyFinished');
	if (run.cancelling) throw rowFailure('agentAlreadyCancelled');
	cancelRun(run, state);
	return {};
});

const trace = endpoint('GET /v2/agent/:id/trace', (request, state) => {
	const run = runOf(request, state);
	const isBilled = run.outcome === undefined || run.outcome === 'succeeded';
	const events = traceOf(run, state.settings);
	return { id: run.id, events, creditsUsed: isBilled ? run.credits : 0 };
});

const snapshot = endpoint('GET /v2/agent/:id/snapshots/:innerId', (request, state) => {
	if (!isUuid(request.id)) throw rowFailure('invalidJobId');
	if (!isUuid(request.innerId)) throw rowFailure('invalidSnapshotId');
	const run = runOf(request, state);
	const snapshotId = request.innerId.toLowerCase();
	const snapshot = run.endedAt === null ? undefined : snapshotsOf(run).get(snapshotId);
	if (snapshot === undefined) throw rowFailure('snapshotNotFound');
	return { id: run.id, snapshotId, snapshot: snapshot.content };
});

/** The fields were read in the public documentation. */
const thread = endpoint('GET /v2/agent/threads/:id', ({ id, url, team }, state) => {
	const runs = state.agent.all.filter((run) => run.team === team && run.threadId === id);
	const [first] = runs;
	if (!first) throw failure(404, 'Agent thread not found', { code: 'thread_not_found' });
	const includeData = url.searchParams.get('includeData') === 'true';
	const updatedAt = Math.max(...runs.map(({ createdAt, endedAt }) => endedAt ?? createdAt));
	return {
		thread: {
			id,
			createdAt: new Date(first.createdAt).toISOString(),
			updatedAt: new Date(updatedAt).toISOString(),
			status: runs.some(({ endedAt }) => endedAt === null) ? 'running' : 'idle',
			runs: runs.map((run) => turnOf(run, includeData)),
		},
	};
});

function turnOf(run: AgentRun, includeData: boolean): Record<string, unknown> {
	const { prompt, urls, schema, effort, mode = 'extract' } = run.body;
	const { endedAt, outcome } = run;
	const status = outcome === 'internal' || outcome === 'parent_finished' ? 'failed' : outcome;
	const { data, message, suggestions, creditsUsed = null } = statusBody(run);
	return {
		...{ id: run.id, turn: run.threadTurn, mode, prompt, urls, schema, effort },
		...{ status: status ?? 'processing', createdAt: new Date(run.createdAt).toISOString() },
		...{ finishedAt: endedAt === null ? null : new Date(endedAt).toISOString(), creditsUsed },
		message: mode === 'chat' && outcome === 'succeeded' ? message : null,
		...(includeData && outcome === 'succeeded' && { data: data ?? null }),
		suggestions: suggestions ?? null,
	};
}

export const agentEndpoints = [start, getAll, get, cancel, trace, snapshot, thread];
