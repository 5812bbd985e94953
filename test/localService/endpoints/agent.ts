import { badRequest, failure, jsonAnswer, mergePatch, rowFailure } from '../answer';
import { canParse } from '../canParse';
import { checkAgentBody, type AgentBody } from '../schemas/agent';
import { schemaFault } from '../schemas/validate';
import { blockedUrl } from '../scrape/threats';
import type { ServiceState } from '../state';
import { cancelRun, failures, startRun, type AgentRun } from './agentRun';
import { shownEvents } from './agentTrace';
import { isUuid, type ApiRequest, endpoint, type Endpoint } from './endpoint';

const RESULT_LIFETIME_MS = 86_400_000;
const RUNS_PER_PAGE = 20;

const start = endpoint('POST /v2/agent', 'extract', ({ body: raw, team }, state) => {
	const body = checkedBody(raw);
	checkPermissions(body, state);
	const { id, threadId, threadTurn } = startRun(team, body, state);
	state.activity.record({ id, team, endpoint: 'agent', target: body.urls?.[0] ?? null });
	return jsonAnswer(200, { success: true, id, ...(threadId && { threadId, threadTurn }) });
});

function checkedBody(raw: unknown): AgentBody {
	const issues = checkAgentBody(raw);
	if (issues.length > 0) throw badRequest(issues);
	const body = raw as AgentBody;
	const invalid = (body.urls ?? []).findIndex((url) => !canParse(url));
	if (invalid >= 0) throw badRequest([{ path: ['urls', invalid], message: 'must be a URL' }]);
	const fault = body.schema && schemaFault(body.schema);
	if (!fault) return body;
	const message = `Invalid JSON schema: ${fault}`;
	throw failure(400, message, { code: 'BAD_REQUEST', details: [{ path: ['schema'], message }] });
}

function checkPermissions(body: AgentBody, { settings, account }: ServiceState): void {
	if (settings.forcedZeroDataRetention) throw rowFailure('agentZeroDataRetention');
	for (const url of body.urls ?? []) {
		const blocked = blockedUrl(body.threatProtection, url);
		if (blocked) throw blocked;
	}
	if (account.remainingCredits() <= 0) throw rowFailure('paymentRequired');
}

const list = endpoint('GET /v2/agent', 'extractStatus', ({ url, team }, state) => {
	const before = url.searchParams.get('before') ?? 'Infinity';
	if (!/^(\d+|Infinity)$/.test(before)) {
		throw badRequest([{ path: ['before'], message: 'must be a time in ms since 1970' }]);
	}
	const now = state.clock.now();
	const runs = state.agent.all
		.filter((run) => run.team === team && run.createdAt < Number(before) && !isGone(run, now))
		.sort((a, b) => b.createdAt - a.createdAt);
	const shown = runs.slice(0, RUNS_PER_PAGE);
	const next = `${state.url}/v2/agent?before=${shown.at(-1)?.createdAt}`;
	return jsonAnswer(200, {
		success: true,
		agents: shown.map((run) => summaryOf(run, now)),
		next: runs.length > RUNS_PER_PAGE ? next : null,
	});
});

function summaryOf(run: AgentRun, now: number): Record<string, unknown> {
	const { origin = 'api', integration = null, ...options } = run.body;
	return {
		id: run.id,
		createdAt: new Date(run.createdAt).toISOString(),
		targetHint: run.body.urls?.[0] ?? null,
		origin,
		integration,
		settings: {},
		status: statusOf(run, now),
		options,
	};
}

function isGone({ endedAt }: AgentRun, now: number): boolean {
	return endedAt !== undefined && now >= endedAt + RESULT_LIFETIME_MS;
}

export function statusOf(run: AgentRun, now: number): string {
	const { plan, ms, startedAt, endedAt, cancelling, outcome } = run;
	if (endedAt !== undefined) {
		const planned = cancelling ? undefined : plan.status;
		return planned ?? (outcome === 'succeeded' ? 'completed' : 'failed');
	}
	const statuses = plan.statuses ?? ['processing'];
	const part = Math.floor(((now - startedAt) / Math.max(1, ms)) * statuses.length);
	return statuses[Math.min(part, statuses.length - 1)] ?? 'processing';
}

function statusBody(run: AgentRun, now: number): Record<string, unknown> {
	const { threadId, threadTurn, endedAt, plan } = run;
	const { effort, mode } = run.body;
	const body = {
		success: true,
		status: statusOf(run, now),
		model: 'spark-2',
		...(effort && { effort }),
		...(threadId && { threadId, threadTurn }),
		...(mode && { mode }),
	};
	if (endedAt === undefined) return body;
	const expiresAt = new Date(endedAt + RESULT_LIFETIME_MS).toISOString();
	return mergePatch({ ...body, ...endOf(run), expiresAt }, plan.patch ?? {});
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

const get = endpoint('GET /v2/agent/:id', 'extractStatus', (request, state) => {
	const run = runOf(request, state);
	const now = state.clock.now();
	run.polls.push(now);
	return jsonAnswer(200, statusBody(run, now));
});

const cancel = endpoint('DELETE /v2/agent/:id', 'extractStatus', (request, state) => {
	const run = runOf(request, state);
	run.cancels.push(state.clock.now());
	if (run.endedAt !== undefined) throw rowFailure('agentAlreadyFinished');
	if (run.cancelling) throw rowFailure('agentAlreadyCancelled');
	cancelRun(run, state);
	return jsonAnswer(200, { success: true });
});

const trace = endpoint('GET /v2/agent/:id/trace', 'extractStatus', (request, state) => {
	const run = runOf(request, state);
	const isBilled = run.outcome === undefined || run.outcome === 'succeeded';
	const session = {
		id: run.sessionId,
		liveViewUrl: `${state.url}/live/${run.sessionId}`,
		viewport: { width: 1280, height: 720 },
	};
	const activeBrowserSessions = run.endedAt === undefined ? [session] : [];
	const liveView = request.url.searchParams.get('liveView') === 'true';
	return jsonAnswer(200, {
		success: true,
		id: run.id,
		events: shownEvents(run, state.settings),
		creditsUsed: isBilled ? run.credits : 0,
		...(liveView && { activeBrowserSessions }),
	});
});

const snapshot = endpoint(
	'GET /v2/agent/:id/snapshots/:innerId',
	'extractStatus',
	(request, state) => {
		if (!isUuid(request.id)) throw rowFailure('invalidJobId');
		if (!isUuid(request.innerId)) throw rowFailure('invalidSnapshotId');
		const run = runOf(request, state);
		const snapshotId = request.innerId.toLowerCase();
		const content = run.snapshots.get(snapshotId);
		if (content === undefined) throw rowFailure('snapshotNotFound');
		return jsonAnswer(200, { success: true, id: run.id, snapshotId, snapshot: content });
	},
);

export const agentEndpoints: readonly Endpoint[] = [start, list, get, cancel, trace, snapshot];
