import { randomUUID } from 'node:crypto';
import { errorRow } from '../../spec/errorRows';
import type { ServiceSettings } from '../settings';
import type { AgentRun, RunOutcome } from './agentRun';

export interface TraceAgent {
	id: string;
	role: 'orchestrator' | 'subagent';
	name: string;
	parentId?: string;
}

export interface TraceEvent {
	schemaVersion: 1;
	eventId: string;
	runId: string;
	occurredAt: string;
	producerSequence: number;
	agent: TraceAgent;
	type: string;
	[more: string]: unknown;
}

interface TraceError {
	code: string;
	source: string;
	retryable: boolean;
	message: string;
}

const errorCodes = {
	cancelled: { row: 'traceCancelled', source: 'system' },
	credit_limit_reached: { row: 'traceCreditLimitReached', source: 'billing' },
	parent_finished: { row: 'traceParentFinished', source: 'agent' },
	refused: { row: 'traceRefused', source: 'agent' },
	internal: { row: 'traceInternal', source: 'system' },
} as const;

function traceError(code: keyof typeof errorCodes): TraceError {
	const { row, source } = errorCodes[code];
	return { code, source, retryable: code === 'internal', message: errorRow(row).error };
}

function note(
	run: AgentRun,
	agent: TraceAgent,
	at: number,
	type: string,
	fields: Record<string, unknown> = {},
): void {
	const earlier = run.events.filter((event) => event.agent.id === agent.id);
	run.events.push({
		schemaVersion: 1,
		eventId: randomUUID(),
		runId: run.id,
		occurredAt: new Date(at).toISOString(),
		producerSequence: earlier.length + 1,
		agent,
		type,
		...fields,
	});
}

/** Adds the events of the start: a helper begins to read each page. */
export function noteStart(run: AgentRun): void {
	const { main, startedAt: at, sessionId } = run;
	note(run, main, at, 'run.started');
	note(run, main, at, 'agent.started');
	note(run, main, at, 'progress.reported', { phase: 'planning', message: 'Planning.' });
	note(run, main, at, 'browser.session.started', { sessionId });
	note(run, main, at, 'progress.reported', { phase: 'working', message: 'Reading the pages.' });
	run.urls.forEach((url, index) => {
		const name = `Reader ${index + 1}`;
		const helper: TraceAgent = { id: randomUUID(), role: 'subagent', name, parentId: main.id };
		run.helpers.push(helper);
		note(run, helper, at, 'agent.started');
		note(run, helper, at, 'tool_call.started', { ...callOf(helper), parameters: { url } });
	});
}

const callOf = ({ id }: TraceAgent) => ({ toolCallId: id, toolName: 'scrape' });

/** Adds the events of the results. */
export function noteResults(run: AgentRun, at: number): void {
	const { main, helpers, urls, pages } = run;
	helpers.forEach((helper, index) => noteVisit(run, helper, urls[index] ?? '', at));
	const text = `Read ${pages.length} pages for the question.`;
	note(run, main, at, 'reasoning.summary', { text });
	note(run, main, at, 'progress.reported', { phase: 'finalizing', message: 'Writing.' });
	const facts = { kind: 'json', path: 'result.json' };
	keepSnapshot(run, main, at, facts, JSON.stringify(run.result));
}

function noteVisit(run: AgentRun, helper: TraceAgent, url: string, at: number): void {
	const page = run.pages.find((one) => one.url === url);
	if (!page) {
		const message = `DNS resolution failed for ${url}.`;
		const result = { error: message };
		note(run, helper, at, 'tool_call.finished', { ...callOf(helper), result });
		const error = { ...traceError('internal'), source: 'tool', message };
		return note(run, helper, at, 'error.occurred', { error });
	}
	const result = { url, title: page.title };
	note(run, helper, at, 'tool_call.finished', { ...callOf(helper), result });
	for (const [kind, snapshot] of Object.entries(page.snapshots)) {
		keepSnapshot(run, helper, at, { kind, sourceToolCallId: helper.id }, snapshot);
	}
}

function keepSnapshot(
	run: AgentRun,
	agent: TraceAgent,
	at: number,
	facts: object,
	snapshot: string,
): void {
	const snapshotId = randomUUID();
	run.snapshots.set(snapshotId, snapshot);
	const artifact = { artifactId: randomUUID(), snapshotId, change: 'init', ...facts };
	note(run, agent, at, 'artifact.updated', { artifact });
}

export function noteCancelRequest(run: AgentRun, at: number): void {
	note(run, run.main, at, 'run.cancel_requested', { reason: 'user' });
}

/** Adds the events of the end. The helpers of a run that fails end after the run. */
export function noteEnd(run: AgentRun, outcome: RunOutcome, at: number): void {
	const { main, helpers, sessionId } = run;
	const durationMs = at - run.startedAt;
	const hasError = outcome !== 'succeeded' && outcome !== 'failed';
	const error = hasError ? traceError(outcome) : null;
	const noteHelpers = (ofHelper: TraceError | null): void => {
		const facts = { outcome: ofHelper ? 'cancelled' : 'succeeded', durationMs, error: ofHelper };
		for (const helper of helpers) note(run, helper, at, 'agent.finished', facts);
	};
	const isInternal = outcome === 'internal' || outcome === 'parent_finished';
	const shown = isInternal ? 'failed' : outcome;
	const ofAgent = shown === 'credit_limit_reached' ? 'failed' : shown;
	note(run, main, at, 'browser.session.finished', { sessionId, durationMs });
	if (outcome === 'succeeded') noteHelpers(null);
	if (error) note(run, main, at, 'error.occurred', { error });
	note(run, main, at, 'agent.finished', { outcome: ofAgent, durationMs, error });
	note(run, main, at, 'run.finished', { outcome: shown, error });
	if (outcome !== 'succeeded') noteHelpers(traceError('parent_finished'));
}

export function shownEvents(
	run: AgentRun,
	{ traceShape, unknownEvent }: ServiceSettings,
): unknown[] {
	const events = unknownEvent ? withUnknown(run) : run.events;
	return events.map((event) => {
		const withSnapshotId = moved(event, 'artifact', 'snapshotId', traceShape);
		return moved(withSnapshotId, 'error', 'retryable', traceShape);
	});
}

function moved(
	event: Record<string, unknown>,
	parent: string,
	key: string,
	shape: ServiceSettings['traceShape'],
): Record<string, unknown> {
	const nested = event[parent] as Record<string, unknown> | null | undefined;
	if (!nested || shape === 'nested') return event;
	const { [key]: value, ...rest } = nested;
	return { ...event, [parent]: shape === 'both' ? nested : rest, [key]: value };
}

function withUnknown(run: AgentRun): TraceEvent[] {
	const scratch = { ...run, events: [] };
	const reviewer = { id: run.id, role: 'subagent' as const, name: 'Reviewer' };
	note(scratch, reviewer, run.startedAt, 'plan.revised', { revision: { id: run.id, step: 2 } });
	return [...run.events.slice(0, 2), ...scratch.events, ...run.events.slice(2)];
}
