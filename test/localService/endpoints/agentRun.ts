// Agent runs. The agent does not read pages: its results come from the prepared pages.
import { randomUUID } from 'node:crypto';
import type { ServiceState } from '../state';
import { sendTo } from '../webhooks';
import type { AgentBody } from './agent';

const START_CREDITS = 5;
const PAGE_CREDITS = 10;
const DEFAULT_MAX_CREDITS = 2500;

export const failures = {
	failed: 'The agent could not complete the task.',
	cancelled: 'The agent run was cancelled.',
	refused: 'The agent declined the task.',
	credit_limit_reached: 'Credit limit reached: the run used more credits than maxCredits allows.',
	internal: 'An unexpected failure occurred in the run.',
	parent_finished: 'The agent that started this one finished first.',
} as const;

export type RunOutcome = 'succeeded' | keyof typeof failures;

const outcomes = ['succeeded', ...Object.keys(failures)] as RunOutcome[];

export interface RunPlan {
	ms?: number;
	outcome?: RunOutcome;
	partial?: boolean;
	/** Fields to add to the status response of a run that has ended. */
	patch?: Record<string, unknown>;
}

/**
 * Reads a plan from a prompt, for clients that cannot set a plan. Example: `[outcome:refused] [ms:20000] [partial]`
 */
function planInPrompt(prompt: string): RunPlan {
	const plan: RunPlan = {};
	for (const [, name, value = ''] of prompt.matchAll(/\[(\w+)(?::(\w+))?\]/g)) {
		if (name === 'ms' && /^\d+$/.test(value)) plan.ms = Number(value);
		if (name === 'outcome') plan.outcome = outcomes.find((outcome) => outcome === value);
		if (name === 'partial') plan.partial = true;
	}
	return plan;
}

export type AgentRun = ReturnType<typeof newRun>;

export const newAgentState = () => ({ all: new Array<AgentRun>(), planned: new Array<RunPlan>() });

interface RunFacts {
	team: string;
	body: AgentBody;
	plan: RunPlan;
	urls: string[];
	threadId: string | undefined;
	/** Position of the run in its thread, starting at 1. */
	threadTurn: number;
	/** Milliseconds since the epoch, unique among the runs. */
	createdAt: number;
	startedAt: number;
}

function newRun(facts: RunFacts) {
	const pages = facts.urls.map(preparedPage);
	return {
		...facts,
		id: randomUUID() as string,
		endedAt: null as number | null,
		cancelling: false,
		outcome: undefined as RunOutcome | undefined,
		credits: START_CREDITS + PAGE_CREDITS * pages.length,
		pages,
		result: resultOf(facts.body, pages),
		polls: new Array<number>(),
		cancels: new Array<number>(),
	};
}

export function startRun(team: string, body: AgentBody, state: ServiceState): AgentRun {
	const { all, planned } = state.agent;
	const startedAt = state.clock.now();
	const plan = { ms: state.settings.agentRunMs, ...planned.shift(), ...planInPrompt(body.prompt) };
	const threadId = body.threadId ?? (body.mode === 'chat' ? randomUUID() : undefined);
	const thread = all.filter((run) => run.team === team && run.threadId === threadId);
	const names = ['article', 'tables', 'product'];
	const urls = body.urls?.length
		? body.urls
		: names.map((name) => `${state.url}/pages/${name}.html`);
	const createdAt = Math.max(startedAt, (all.at(-1)?.createdAt ?? 0) + 1);
	const facts = { team, body, plan, urls, createdAt, startedAt };
	const run = newRun({ ...facts, threadId, threadTurn: thread.length + 1 });
	all.push(run);
	sendEvent(run, 'started', { success: true, data: [] }, state);
	for (const url of urls) {
		const data = [{ creditsUsed: run.credits, action: 'scrape', input: { url } }];
		sendEvent(run, 'action', { success: true, data }, state);
	}
	void state.clock.wait(plan.ms).then(() => {
		if (!run.cancelling) end(run, outcomeOf(run), state);
	});
	return run;
}

type Page = ReturnType<typeof preparedPage>;

const knownPages: Record<string, [title: string, price: string | null]> = {
	article: ['How a lighthouse keeps its rhythm', null],
	tables: ['Tide tables of the north mole', null],
	product: ['Brass tide clock', '89.50 EUR'],
	'tide-clocks': ['Pocket tide clock', '49.00 EUR in steel, 119.00 EUR in silver'],
};

function preparedPage(url: string) {
	const name = /([\w-]+)\.html$/.exec(url)?.[1] ?? '';
	const [title, price] = knownPages[name] ?? ['A prepared page', null];
	return { url, title, price };
}

function resultOf({ schema }: AgentBody, pages: readonly Page[]): unknown {
	if (schema) return filled('', schema, pages);
	const shown = pages.map(({ url, title }) => ({ url, title }));
	return { summary: shown.map(({ title }) => `${title}.`).join(' '), pages: shown };
}

interface JsonSchema {
	type?: string | string[];
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

function filled(name: string, schema: JsonSchema, pages: readonly Page[]): unknown {
	const { type = 'string', properties, items } = schema;
	if (items) return pages.map((page) => filled(name, items, [page]));
	if (properties) {
		const entries = Object.entries(properties);
		return Object.fromEntries(entries.map(([key, inner]) => [key, filled(key, inner, pages)]));
	}
	const known: Record<string, unknown> = { ...pages[0] };
	return [type].flat().includes('string') ? (known[name] ?? null) : null;
}

function outcomeOf({ plan, body, credits }: AgentRun): RunOutcome {
	if (plan.outcome) return plan.outcome;
	return credits > (body.maxCredits ?? DEFAULT_MAX_CREDITS) ? 'credit_limit_reached' : 'succeeded';
}

export function cancelRun(run: AgentRun, state: ServiceState): void {
	run.cancelling = true;
	void state.clock.wait(state.settings.agentCancelMs).then(() => end(run, 'cancelled', state));
}

function end(run: AgentRun, outcome: RunOutcome, state: ServiceState): void {
	run.outcome = outcome;
	run.endedAt = state.clock.now();
	if (outcome === 'succeeded') {
		state.account.charge(run.credits);
		const data = [{ creditsUsed: run.credits, data: run.result }];
		return sendEvent(run, 'completed', { success: true, data }, state);
	}
	const content = { success: false, data: [{ creditsUsed: 0 }] };
	if (outcome === 'cancelled') return sendEvent(run, 'cancelled', content, state);
	sendEvent(run, 'failed', { ...content, error: failures[outcome] }, state);
}

function sendEvent(
	{ id, body: { webhook: given } }: AgentRun,
	name: string,
	content: { success: boolean; data: unknown[]; error?: string },
	state: ServiceState,
): void {
	const webhook = typeof given === 'string' ? { url: given } : given;
	void sendTo(webhook, name, { ...content, type: `agent.${name}`, id }, state);
}
