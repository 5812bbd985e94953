// All times are in milliseconds since the epoch, on the clock of the service.
import { statusOf } from './endpoints/agent';
import type { AgentRun } from './endpoints/agentRun';
import { jobStatusOf } from './endpoints/jobs';
import { totalOf, type Job } from './jobs/job';
import type { ServiceState } from './state';

export type AgentRunReport = ReturnType<typeof runReport>;
export type JobReport = ReturnType<typeof jobReport>;

function runReport(run: AgentRun, now: number) {
	const { id, team, startedAt, endedAt = null, polls, cancels } = run;
	const { cancelling, outcome = null, body } = run;
	const status = statusOf(run, now);
	return { id, team, startedAt, endedAt, polls, cancels, cancelling, status, outcome, body };
}

function jobReport(job: Job) {
	const { id, kind, team, url, body, createdAt, endedAt = null, credits, polls, cancels } = job;
	const [completed, failed] = [job.done.length, job.errors.length];
	const counts = { completed, total: totalOf(job), failed, credits };
	const status = jobStatusOf(job);
	return { id, kind, team, url, body, createdAt, endedAt, status, ...counts, polls, cancels };
}

export const runReports = ({ agent, clock }: ServiceState): AgentRunReport[] =>
	agent.all.map((run) => runReport(run, clock.now()));

export const jobReports = ({ jobs }: ServiceState): JobReport[] => jobs.all.map(jobReport);

export const monitorReports = ({ monitors }: ServiceState) =>
	monitors.map(({ shown, checks }) => ({
		...structuredClone(shown),
		checks: checks.map(({ shown }) => ({ id: shown.id, status: shown.status })),
	}));
