import { randomUUID } from 'node:crypto';
import type { AgentBody } from '../schemas/agent';
import type { Metadata } from '../scrape/metadata';
import { planInPrompt, type RunOutcome, type RunPlan } from './runPlan';
import type { TraceAgent, TraceEvent } from './traceEvents';

export interface VisitedPage {
	url: string;
	title: string;
	markdown: string;
	html: string;
	metadata: Metadata;
}

export interface AgentRun {
	id: string;
	team: string;
	body: AgentBody;
	plan: RunPlan;
	ms: number;
	threadId: string | undefined;
	/** Position of the run in its thread, starting at 1. */
	threadTurn: number;
	/** Milliseconds since the epoch. `createdAt` is unique among the runs. */
	createdAt: number;
	startedAt: number;
	endedAt: number | undefined;
	cancelling: boolean;
	outcome: RunOutcome | undefined;
	credits: number;
	pages: VisitedPage[];
	result: unknown;
	main: TraceAgent;
	helpers: TraceAgent[];
	sessionId: string | undefined;
	events: TraceEvent[];
	snapshots: Map<string, string>;
	polls: number[];
	cancels: number[];
}

export interface NewRun {
	team: string;
	body: AgentBody;
	usualMs: number;
}

export interface AgentRuns {
	readonly all: AgentRun[];
	create(run: NewRun): AgentRun;
	planNext(plans: readonly RunPlan[]): void;
	clear(): void;
}

export function createAgentRuns(now: () => number): AgentRuns {
	const all: AgentRun[] = [];
	let planned: RunPlan[] = [];
	let lastCreatedAt = 0;
	return {
		all,
		create({ team, body, usualMs }) {
			const plan = { ...planned.shift(), ...planInPrompt(body.prompt) };
			lastCreatedAt = Math.max(now(), lastCreatedAt + 1);
			const ms = plan.ms ?? usualMs;
			const times = { createdAt: lastCreatedAt, startedAt: now(), ms };
			const threadId = body.threadId ?? (body.mode === 'chat' ? randomUUID() : undefined);
			const thread = all.filter((run) => run.team === team && inThread(run, threadId));
			const threadTurn = thread.length + 1;
			const run = { ...emptyRun(), team, body, plan, threadId, threadTurn, ...times };
			all.push(run);
			return run;
		},
		planNext: (plans) => void planned.push(...plans),
		clear() {
			for (const run of all) run.cancelling = true;
			all.length = 0;
			planned = [];
		},
	};
}

function inThread(run: AgentRun, threadId: string | undefined): boolean {
	return threadId !== undefined && run.threadId === threadId;
}

type Filled =
	'team' | 'body' | 'plan' | 'ms' | 'threadId' | 'threadTurn' | 'createdAt' | 'startedAt';

function emptyRun(): Omit<AgentRun, Filled> {
	return {
		id: randomUUID(),
		endedAt: undefined,
		cancelling: false,
		outcome: undefined,
		credits: 0,
		pages: [],
		result: undefined,
		main: { id: randomUUID(), role: 'orchestrator', name: 'Researcher' },
		helpers: [],
		sessionId: undefined,
		events: [],
		snapshots: new Map(),
		polls: [],
		cancels: [],
	};
}
