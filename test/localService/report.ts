import { statusOf } from './endpoints/agent';
import type { AgentRun } from './endpoints/agentRun';
import type { CatalogExecution } from './endpoints/catalog';
import { jobReports, type JobReport } from './jobs/jobReport';
import { countRequests, type EndpointCount } from './requestCounts';
import type { AgentBody } from './schemas/agent';
import type { ServiceSettings } from './settings';
import type { ServiceState } from './state';
import type { WebhookDelivery } from './webhooks/webhooks';

/** All times are in milliseconds since the epoch, on the clock of the service. */
export interface AgentRunReport {
	id: string;
	/** `main` for runs started with the main API key, or `other` for runs started with the API key of the second team. */
	team: string;
	startedAt: number;
	endedAt: number | null;
	polls: number[];
	/** Times of the cancel requests, including rejected requests. */
	cancels: number[];
	cancelling: boolean;
	status: string;
	outcome: string | null;
	body: AgentBody;
}

export interface ServiceReport {
	executions: CatalogExecution[];
	charged: number;
	remainingCredits: number;
	agentStarts: number;
	agentRuns: AgentRunReport[];
	jobs: JobReport[];
	webhooks: WebhookDelivery[];
	requestCounts: Record<string, EndpointCount>;
	settings: ServiceSettings;
}

export function runReports({ agent, clock }: ServiceState): AgentRunReport[] {
	return agent.all.map((run) => runReport(run, clock.now()));
}

function runReport(run: AgentRun, now: number): AgentRunReport {
	const { id, team, startedAt, endedAt = null, polls, cancels } = run;
	const { cancelling, outcome = null, body } = run;
	const status = statusOf(run, now);
	return { id, team, startedAt, endedAt, polls, cancels, cancelling, status, outcome, body };
}

export function reportOf(state: ServiceState): ServiceReport {
	return {
		executions: state.catalog.executions,
		charged: state.account.charged(),
		remainingCredits: state.account.remainingCredits(),
		agentStarts: state.agent.all.length,
		agentRuns: runReports(state),
		jobs: jobReports(state),
		webhooks: state.webhooks.deliveries,
		requestCounts: countRequests(state.log.api),
		settings: state.settings,
	};
}
