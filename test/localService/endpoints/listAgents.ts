import type { AgentRun } from '../agent/agentRuns';
import { isGone, statusOf } from '../agent/runStatus';
import { badRequest, jsonAnswer } from '../answer';
import type { ServiceState } from '../state';
import type { Endpoint } from './endpoint';

const PAGE_SIZE = 20;

export const listAgents: Endpoint = {
	method: 'GET',
	path: /^\/v2\/agent$/,
	rateClass: 'extractStatus',
	async serve({ url, team }, state) {
		const before = beforeIn(url);
		const now = state.clock.now();
		const runs = state.agent.all
			.filter((run) => run.team === team && run.createdAt < before && !isGone(run, now))
			.sort((a, b) => b.createdAt - a.createdAt);
		const shown = runs.slice(0, PAGE_SIZE);
		const last = shown.at(-1);
		const next = `${state.url}/v2/agent?before=${last?.createdAt}`;
		return jsonAnswer(200, {
			success: true,
			agents: shown.map((run) => summary(run, state)),
			next: runs.length > PAGE_SIZE ? next : null,
		});
	},
};

function beforeIn(url: URL): number {
	const before = url.searchParams.get('before');
	if (before === null) return Infinity;
	if (/^\d+$/.test(before)) return Number(before);
	throw badRequest([{ path: ['before'], message: 'must be a time in ms since 1970' }]);
}

function summary(run: AgentRun, state: ServiceState): Record<string, unknown> {
	const { origin, integration, ...options } = run.body;
	return {
		id: run.id,
		createdAt: new Date(run.createdAt).toISOString(),
		targetHint: run.body.urls?.[0] ?? null,
		origin: origin ?? 'api',
		integration: integration ?? null,
		settings: {},
		status: statusOf(run, state.clock.now()),
		options,
	};
}
