// Agent runs. The agent does not read pages: its results come from the prepared pages.
import { randomUUID } from 'node:crypto';
import { checkedPlans } from '../plans';
import type { AgentBody } from '../schemas/agent';
import { flag, integer, list, oneOfWords, openObject, text } from '../schemas/parts';
import type { AgentEvent } from '../schemas/webhook';
import type { ServiceState } from '../state';
import {
	noteCancelRequest,
	noteEnd,
	noteResults,
	noteStart,
	type TraceAgent,
	type TraceEvent,
} from './agentTrace';

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
	/** The service reports these statuses in order, each for an equal part of the run. */
	statuses?: string[];
	status?: string;
	data?: unknown;
	partial?: boolean;
	/** Merged into the status response of a run that has ended. A null value removes a field. */
	patch?: Record<string, unknown>;
}

export const checkedRunPlans = checkedPlans<RunPlan>('Runs', {
	ms: integer(0),
	outcome: oneOfWords(...outcomes),
	statuses: list(text, { minItems: 1 }),
	status: text,
	data: {},
	partial: flag,
	patch: openObject,
});

/**
 * Reads a plan from a prompt, for clients that cannot set a plan. Example:
 * `[outcome:refused] [ms:20000] [statuses:pending,processing] [partial]`
 */
function planInPrompt(prompt: string): RunPlan {
	const plan: RunPlan = {};
	for (const [, name, value = ''] of prompt.matchAll(/\[(\w+)(?::([\w,]+))?\]/g)) {
		if (name === 'ms' && /^\d+$/.test(value)) plan.ms = Number(value);
		if (name === 'outcome') plan.outcome = outcomes.find((outcome) => outcome === value);
		if (name === 'status') plan.status = value;
		if (name === 'statuses') plan.statuses = value.split(',');
		if (name === 'partial') plan.partial = true;
	}
	return plan;
}

interface Page {
	url: string;
	title: string;
	price: string | null;
	snapshots: Record<string, string>;
}

export type AgentRun = ReturnType<typeof newRun>;

export const newAgentState = () => ({ all: new Array<AgentRun>(), planned: new Array<RunPlan>() });

interface RunFacts {
	team: string;
	body: AgentBody;
	plan: RunPlan;
	ms: number;
	urls: string[];
	threadId: string | undefined;
	/** Position of the run in its thread, starting at 1. */
	threadTurn: number;
	/** Milliseconds since the epoch, unique among the runs. */
	createdAt: number;
	startedAt: number;
}

function newRun(facts: RunFacts) {
	const { body, plan, urls } = facts;
	const pages = urls.filter((url) => !/\.invalid(?:[:/]|$)/.test(url)).map(preparedPage);
	const main: TraceAgent = { id: randomUUID(), role: 'orchestrator', name: 'Researcher' };
	return {
		...facts,
		id: randomUUID() as string,
		endedAt: undefined as number | undefined,
		cancelling: false,
		outcome: undefined as RunOutcome | undefined,
		credits: START_CREDITS + PAGE_CREDITS * urls.length,
		pages,
		result: 'data' in plan ? plan.data : resultOf(body, pages),
		main,
		helpers: new Array<TraceAgent>(),
		sessionId: randomUUID() as string,
		events: new Array<TraceEvent>(),
		snapshots: new Map<string, string>(),
		polls: new Array<number>(),
		cancels: new Array<number>(),
	};
}

export function startRun(team: string, body: AgentBody, state: ServiceState): AgentRun {
	const { all, planned } = state.agent;
	const startedAt = state.clock.now();
	const plan = { ...planned.shift(), ...planInPrompt(body.prompt) };
	const { ms = state.settings.agentRunMs } = plan;
	const threadId = body.threadId ?? (body.mode === 'chat' ? randomUUID() : undefined);
	const thread = all.filter((run) => run.team === team && run.threadId === threadId);
	const threadTurn = thread.length + 1;
	const defaults = ['article', 'tables', 'product'].map(
		(name) => `${state.url}/pages/${name}.html`,
	);
	const urls = body.urls?.length ? body.urls : defaults;
	const createdAt = Math.max(startedAt, (all.at(-1)?.createdAt ?? 0) + 1);
	const times = { ms, createdAt, startedAt };
	const run = newRun({ team, body, plan, urls, threadId, threadTurn, ...times });
	all.push(run);
	noteStart(run);
	sendEvent(run, 'started', { success: true, data: [] }, state);
	for (const url of urls) {
		const data = [{ creditsUsed: run.credits, action: 'scrape', input: { url } }];
		sendEvent(run, 'action', { success: true, data }, state);
	}
	void state.clock.wait(ms / 2).then(() => {
		if (!run.cancelling) noteResults(run, startedAt + ms / 2);
	});
	void state.clock.wait(ms).then(() => {
		if (!run.cancelling) end(run, outcomeOf(run), state);
	});
	return run;
}

const TINY_PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const knownPages: Record<string, [title: string, price: string | null]> = {
	article: ['How a lighthouse keeps its rhythm', null],
	tables: ['Tide tables of the north mole', null],
	product: ['Brass tide clock', '89.50 EUR'],
	'tide-clocks': ['Pocket tide clock', '49.00 EUR in steel, 119.00 EUR in silver'],
};

function preparedPage(url: string): Page {
	const name = /([\w-]+)\.html$/.exec(url)?.[1] ?? '';
	const [title, price] = knownPages[name] ?? ['A prepared page', null];
	const markdown = `# ${title}`;
	const snapshots = { markdown, html: `<h1>${title}</h1>`, text: title, screenshot: TINY_PNG };
	return { url, title, price, snapshots };
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
	const [page] = pages;
	const known: Record<string, unknown> = { title: page?.title, price: page?.price, url: page?.url };
	return [type].flat().includes('string') ? (known[name] ?? null) : null;
}

function outcomeOf({ plan, body, credits }: AgentRun): RunOutcome {
	if (plan.outcome) return plan.outcome;
	if (/\brefuse\b/i.test(body.prompt)) return 'refused';
	if (credits > (body.maxCredits ?? DEFAULT_MAX_CREDITS)) return 'credit_limit_reached';
	return 'succeeded';
}

export function cancelRun(run: AgentRun, state: ServiceState): void {
	run.cancelling = true;
	noteCancelRequest(run, state.clock.now());
	void state.clock.wait(state.settings.agentCancelMs).then(() => end(run, 'cancelled', state));
}

function end(run: AgentRun, outcome: RunOutcome, state: ServiceState): void {
	run.outcome = outcome;
	run.endedAt = state.clock.now();
	noteEnd(run, outcome, run.endedAt);
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
	run: AgentRun,
	name: AgentEvent,
	content: { success: boolean; data: unknown[]; error?: string },
	{ webhooks, settings }: ServiceState,
): void {
	const { webhook: given } = run.body;
	const webhook = typeof given === 'string' ? { url: given } : given;
	if (!webhook || webhook.events?.includes(name) === false) return;
	const event = { ...content, type: `agent.${name}`, id: run.id };
	void webhooks.send(webhook, event, settings.webhookSecret);
}
