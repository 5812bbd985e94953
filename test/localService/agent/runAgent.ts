import { randomUUID } from 'node:crypto';
import { summaryOf } from '../scrape/sentences';
import type { ServiceState } from '../state';
import { sendRunEnded, sendRunStarted } from './agentEvents';
import type { AgentRun } from './agentRuns';
import { fillSchema } from './fillSchema';
import type { RunOutcome } from './runPlan';
import { errorOf, noteIn, traceError, traceOutcome, type TraceError } from './traceEvents';
import { keepSnapshot, visitPage } from './visitPage';

const START_CREDITS = 5;
const DEFAULT_MAX_CREDITS = 2500;

export function startRun(run: AgentRun, state: ServiceState): void {
	course(run, state).catch((error: unknown) => {
		console.error(error);
		if (run.endedAt === undefined) end(run, 'internal', state);
	});
}

async function course(run: AgentRun, state: ServiceState): Promise<void> {
	const time = state.clock.wait(run.ms);
	begin(run, state);
	for (const url of urlsOf(run, state)) {
		if (run.cancelling) return;
		await visitPage(run, url, state);
	}
	if (run.endedAt === undefined) lookThrough(run, state);
	await time;
	if (!run.cancelling && run.endedAt === undefined) end(run, outcomeOf(run), state);
}

export function cancelRun(run: AgentRun, state: ServiceState): void {
	run.cancelling = true;
	noteIn(run, state.clock.now)(run.main, 'run.cancel_requested', { reason: 'user' });
	void state.clock.wait(state.settings.agentCancelMs).then(() => end(run, 'cancelled', state));
}

function begin(run: AgentRun, state: ServiceState): void {
	const note = noteIn(run, state.clock.now);
	run.credits = START_CREDITS;
	run.sessionId = randomUUID();
	note(run.main, 'run.started');
	note(run.main, 'agent.started');
	note(run.main, 'progress.reported', { phase: 'planning', message: 'Deciding where to look.' });
	note(run.main, 'browser.session.started', { sessionId: run.sessionId });
	note(run.main, 'progress.reported', { phase: 'working', message: 'Reading the pages.' });
	sendRunStarted(run, state);
}

function urlsOf({ body }: AgentRun, { url }: ServiceState): string[] {
	if (body.urls?.length) return body.urls;
	return ['article', 'tables', 'product'].map((name) => `${url}/pages/${name}.html`);
}

function lookThrough(run: AgentRun, state: ServiceState): void {
	const note = noteIn(run, state.clock.now);
	run.result = resultOf(run);
	const text = `Read ${run.pages.length} pages for the question.`;
	note(run.main, 'reasoning.summary', { text });
	note(run.main, 'progress.reported', { phase: 'finalizing', message: 'Writing the result.' });
	const facts = { kind: 'json', change: 'init', path: 'result.json' };
	keepSnapshot(run, run.main, facts, JSON.stringify(run.result), state);
}

function resultOf({ body, pages }: AgentRun): unknown {
	if (body.schema) return fillSchema(body.schema, pages);
	const summaries = pages.map((page) => summaryOf(page.markdown) ?? page.title);
	const shown = pages.map(({ url, title }) => ({ url, title }));
	return { summary: summaries.join('\n\n'), pages: shown };
}

function outcomeOf({ plan, body, credits }: AgentRun): RunOutcome {
	if (plan.outcome) return plan.outcome;
	if (/\brefuse\b/i.test(body.prompt)) return 'refused';
	if (credits > (body.maxCredits ?? DEFAULT_MAX_CREDITS)) return 'credit_limit_reached';
	return 'succeeded';
}

function end(run: AgentRun, outcome: RunOutcome, state: ServiceState): void {
	const succeeded = outcome === 'succeeded';
	run.outcome = outcome;
	run.endedAt = state.clock.now();
	if (succeeded) state.account.charge(run.credits);
	const error = errorOf(outcome);
	noteBrowserEnd(run, state);
	if (succeeded) noteHelpersEnd(run, null, state);
	noteRunEnd(run, outcome, error, state);
	if (!succeeded) noteHelpersEnd(run, traceError('parent_finished'), state);
	sendRunEnded(run, state);
}

function noteBrowserEnd(run: AgentRun, state: ServiceState): void {
	const { main, sessionId } = run;
	run.sessionId = undefined;
	const durationMs = durationOf(run);
	noteIn(run, state.clock.now)(main, 'browser.session.finished', { sessionId, durationMs });
}

function noteHelpersEnd(run: AgentRun, error: TraceError | null, state: ServiceState): void {
	const facts = { outcome: error ? 'cancelled' : 'succeeded', durationMs: durationOf(run), error };
	for (const helper of run.helpers) noteIn(run, state.clock.now)(helper, 'agent.finished', facts);
}

function noteRunEnd(
	run: AgentRun,
	outcome: RunOutcome,
	error: TraceError | null,
	state: ServiceState,
): void {
	const note = noteIn(run, state.clock.now);
	const worded = traceOutcome(outcome);
	const ofAgent = worded === 'credit_limit_reached' ? 'failed' : worded;
	if (error) note(run.main, 'error.occurred', { error });
	note(run.main, 'agent.finished', { outcome: ofAgent, durationMs: durationOf(run), error });
	note(run.main, 'run.finished', { outcome: worded, error });
}

function durationOf({ startedAt, endedAt }: AgentRun): number {
	return (endedAt ?? startedAt) - startedAt;
}
