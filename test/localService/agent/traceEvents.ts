import { randomUUID } from 'node:crypto';
import { errorRow } from '../../spec/errorRows';
import type { AgentRun } from './agentRuns';
import type { RunOutcome } from './runPlan';

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

export type TraceErrorCode =
	'cancelled' | 'credit_limit_reached' | 'parent_finished' | 'refused' | 'internal';

export interface TraceError {
	code: TraceErrorCode;
	source: string;
	retryable: boolean;
	message: string;
}

const rowOf: Record<TraceErrorCode, string> = {
	cancelled: 'traceCancelled',
	credit_limit_reached: 'traceCreditLimitReached',
	parent_finished: 'traceParentFinished',
	refused: 'traceRefused',
	internal: 'traceInternal',
};

const sourceOf: Record<TraceErrorCode, string> = {
	cancelled: 'system',
	credit_limit_reached: 'billing',
	parent_finished: 'agent',
	refused: 'agent',
	internal: 'system',
};

export function traceError(code: TraceErrorCode, more: Partial<TraceError> = {}): TraceError {
	const message = errorRow(rowOf[code]).error;
	const retryable = code === 'internal';
	return { code, source: sourceOf[code], retryable, message, ...more };
}

export function errorOf(outcome: RunOutcome): TraceError | null {
	return outcome === 'succeeded' || outcome === 'failed' ? null : traceError(outcome);
}

export function traceOutcome(outcome: RunOutcome): string {
	return outcome === 'internal' || outcome === 'parent_finished' ? 'failed' : outcome;
}

export type Note = (agent: TraceAgent, type: string, more?: Record<string, unknown>) => void;

export function noteIn(run: AgentRun, now: () => number): Note {
	return (agent, type, more = {}) => {
		const earlier = run.events.filter((event) => event.agent.id === agent.id);
		run.events.push({
			schemaVersion: 1,
			eventId: randomUUID(),
			runId: run.id,
			occurredAt: new Date(now()).toISOString(),
			producerSequence: earlier.length + 1,
			agent,
			type,
			...more,
		});
	};
}
