import { statusOf } from './endpoints/agent';
import type { AgentRun } from './endpoints/agentRun';
import type { CatalogExecution } from './endpoints/catalog';
import { jobStatusOf } from './endpoints/jobs';
import { totalOf, type Job } from './jobs/job';
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

export interface JobReport {
	id: string;
	kind: Job['kind'];
	team: string;
	url: string;
	body: object;
	createdAt: number;
	endedAt: number | null;
	status: string;
	completed: number;
	total: number;
	failed: number;
	credits: number;
	polls: number[];
	cancels: number[];
}

export interface MonitorReport {
	id: string;
	name: string;
	checks: { id: string; status: string }[];
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

export function jobReports({ jobs }: ServiceState): JobReport[] {
	return jobs.all.map((job) => {
		const { id, kind, team, url, body, createdAt, endedAt = null, credits, polls, cancels } = job;
		const [completed, failed] = [job.done.length, job.errors.length];
		const counts = { completed, total: totalOf(job), failed, credits };
		const status = jobStatusOf(job);
		return { id, kind, team, url, body, createdAt, endedAt, status, ...counts, polls, cancels };
	});
}

export function monitorReports({ monitors }: ServiceState): MonitorReport[] {
	return monitors.all.map(({ id, body, checks }) => ({
		id,
		name: body.name,
		checks: checks.map((check) => ({ id: check.id, status: check.status })),
	}));
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
