// The trace of a run is prepared: a helper reads the first page, and the agent reports its result.
import { errorRows } from '../../spec/errorRows';
import type { ServiceSettings } from '../state';
import type { AgentRun } from './agentRun';

interface TraceAgent {
	id: string;
	role: 'orchestrator' | 'subagent';
	name: string;
}

type Step = [agent: TraceAgent, type: string, fields?: Record<string, unknown>];

const TINY_PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns a UUID that belongs to the run. */
const idIn = ({ id }: AgentRun, number: number): string =>
	id.slice(0, -12) + String(number).padStart(12, '0');

/** Returns the content of the snapshots by ID. */
export function snapshotsOf(run: AgentRun): Map<string, { kind: string; content: string }> {
	const title = run.pages[0]?.title ?? '';
	const kinds = { markdown: `# ${title}`, html: `<h1>${title}</h1>`, text: title };
	const all = { ...kinds, screenshot: TINY_PNG, json: JSON.stringify(run.result) };
	return new Map(
		Object.entries(all).map(([kind, content], index) => [idIn(run, 10 + index), { kind, content }]),
	);
}

function errorOf({ outcome }: AgentRun): object | null {
	const row = errorRows.find(({ table, code }) => table === 'trace' && code === outcome);
	if (!row) return null;
	const retryable = outcome === 'internal';
	return { code: outcome, source: 'system', retryable, message: row.error };
}

function stepsOf(run: AgentRun, main: TraceAgent, helper: TraceAgent): Step[] {
	const { outcome, cancelling, pages } = run;
	const session = { sessionId: idIn(run, 1) };
	const call = { toolCallId: helper.id, toolName: 'scrape' };
	const [{ url, title } = {}] = pages;
	const steps: Step[] = [
		[main, 'run.started'],
		[main, 'agent.started'],
		[main, 'progress.reported', { phase: 'planning', message: 'Planning.' }],
		[main, 'browser.session.started', session],
		[helper, 'agent.started'],
		[helper, 'tool_call.started', { ...call, parameters: { url } }],
	];
	if (cancelling) steps.push([main, 'run.cancel_requested', { reason: 'user' }]);
	if (outcome === undefined) return steps;
	const durationMs = (run.endedAt ?? 0) - run.startedAt;
	const error = errorOf(run);
	const shown = outcome === 'internal' || outcome === 'parent_finished' ? 'failed' : outcome;
	const artifacts = [...snapshotsOf(run)].map(([snapshotId, { kind }]): Step => {
		const facts = { artifactId: snapshotId, snapshotId, change: 'init', kind };
		return [helper, 'artifact.updated', { artifact: facts }];
	});
	steps.push(
		[helper, 'tool_call.finished', { ...call, result: { url, title } }],
		...artifacts,
		[main, 'reasoning.summary', { text: `Read ${pages.length} pages for the question.` }],
		[main, 'browser.session.finished', { ...session, durationMs }],
		...(error ? [[main, 'error.occurred', { error }] satisfies Step] : []),
		[helper, 'agent.finished', { outcome: 'succeeded', durationMs, error: null }],
		[main, 'agent.finished', { outcome: shown, durationMs, error }],
		[main, 'run.finished', { outcome: shown, error }],
	);
	return steps;
}

export function traceOf(run: AgentRun, { traceShape, unknownEvent }: ServiceSettings): object[] {
	const main: TraceAgent = { id: idIn(run, 2), role: 'orchestrator', name: 'Researcher' };
	const helper: TraceAgent = { id: idIn(run, 3), role: 'subagent', name: 'Reader' };
	const steps = stepsOf(run, main, helper);
	if (unknownEvent) steps.splice(2, 0, [helper, 'plan.revised', { revision: { step: 2 } }]);
	return steps.map(([agent, type, fields], index) => {
		const event = {
			schemaVersion: 1,
			eventId: idIn(run, 100 + index),
			runId: run.id,
			occurredAt: new Date(run.startedAt).toISOString(),
			producerSequence: steps.slice(0, index + 1).filter(([by]) => by === agent).length,
			agent,
			type,
			...fields,
		};
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
