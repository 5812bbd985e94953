import { mergePatch } from '../answer';
import type { AgentRun } from './agentRuns';
import type { RunOutcome } from './runPlan';

const RESULT_LIFETIME_MS = 86_400_000;
const MODEL = 'spark-2';

const failures: Record<Exclude<RunOutcome, 'succeeded'>, string> = {
	failed: 'The agent could not complete the task.',
	cancelled: 'The agent run was cancelled.',
	refused: 'The agent declined the task.',
	credit_limit_reached: 'Credit limit reached: the run used more credits than maxCredits allows.',
	internal: 'An unexpected failure occurred in the run.',
	parent_finished: 'The agent that started this one finished first.',
};

export const failureText = (outcome: Exclude<RunOutcome, 'succeeded'>): string => failures[outcome];

export function isGone(run: AgentRun, now: number): boolean {
	return run.endedAt !== undefined && now >= run.endedAt + RESULT_LIFETIME_MS;
}

export function statusOf(run: AgentRun, now: number): string {
	if (run.endedAt === undefined) return currentStatus(run, now);
	const asPlanned = !run.cancelling && run.plan.status;
	return asPlanned || (run.outcome === 'succeeded' ? 'completed' : 'failed');
}

function currentStatus({ plan, ms, startedAt }: AgentRun, now: number): string {
	const statuses = plan.statuses ?? ['processing'];
	const part = Math.floor(((now - startedAt) / Math.max(1, ms)) * statuses.length);
	return statuses[Math.min(Math.max(0, part), statuses.length - 1)] ?? 'processing';
}

export function statusBody(run: AgentRun, now: number): Record<string, unknown> {
	const { effort, mode } = run.body;
	const { threadId } = run;
	const status = statusOf(run, now);
	const body = {
		success: true,
		status,
		model: MODEL,
		...(effort && { effort }),
		...(threadId && { threadId, threadTurn: run.threadTurn }),
		...(mode && { mode }),
	};
	if (run.endedAt === undefined) return body;
	const expiresAt = new Date(run.endedAt + RESULT_LIFETIME_MS).toISOString();
	return mergePatch({ ...body, ...endOf(run), expiresAt }, run.plan.patch ?? {});
}

// In chat mode, a run replies with text and suggests follow-up prompts.
function answerOf({ body, plan, result, pages }: AgentRun): Record<string, unknown> {
	const data = 'data' in plan ? plan.data : result;
	if (body.mode !== 'chat') return { data };
	const suggestions = pages.map(({ title, url }) => ({ label: title, prompt: `Read ${url}` }));
	const summary = (result as { summary?: unknown } | undefined)?.summary;
	return { message: summary ?? JSON.stringify(data), suggestions };
}

function endOf(run: AgentRun): Record<string, unknown> {
	const { outcome, plan, result, credits } = run;
	if (outcome === undefined) return {};
	if (outcome === 'succeeded') return { ...answerOf(run), creditsUsed: credits };
	const data = 'data' in plan ? plan.data : result;
	const message = 'The run was ended at its credit limit. Raise maxCredits and run it again.';
	return {
		error: failures[outcome],
		creditsUsed: 0,
		...(outcome === 'credit_limit_reached' && { stopReason: outcome, message }),
		...(plan.partial && { partial: data, partialSchemaValid: false }),
	};
}
