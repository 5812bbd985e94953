import { randomUUID } from 'node:crypto';
import type { ServiceSettings } from '../settings';
import type { AgentRun } from './agentRuns';
import { noteIn, type TraceEvent } from './traceEvents';

type Shape = ServiceSettings['traceShape'];

export function shownEvents(run: AgentRun, settings: ServiceSettings): unknown[] {
	const events = settings.unknownEvent ? withUnknown(run) : run.events;
	return events.map((event) => shaped(event, settings.traceShape));
}

function shaped(event: TraceEvent, shape: Shape): Record<string, unknown> {
	return moved(moved(event, 'artifact', 'snapshotId', shape), 'error', 'retryable', shape);
}

function moved(
	event: Record<string, unknown>,
	parent: string,
	key: string,
	shape: Shape,
): Record<string, unknown> {
	const nested = event[parent] as Record<string, unknown> | null | undefined;
	if (!nested || shape === 'nested') return event;
	const { [key]: value, ...rest } = nested;
	return { ...event, [parent]: shape === 'both' ? nested : rest, [key]: value };
}

// Inserts an event of an unknown type after the second event.
function withUnknown(run: AgentRun): TraceEvent[] {
	const [first, second, ...rest] = run.events;
	if (!first || !second) return run.events;
	const scratch = { ...run, events: [] };
	const reviewer = { id: run.id, role: 'subagent' as const, name: 'Reviewer' };
	const at = Date.parse(second.occurredAt);
	noteIn(scratch, () => at)(reviewer, 'plan.revised', { revision: { id: randomUUID(), step: 2 } });
	return [first, second, ...scratch.events, ...rest];
}
