// What the service counted, as a test reads it: executed calls, credits, agent runs.
import type { AgentRun } from './agent/agentRuns';
import { statusOf } from './agent/runStatus';
import type { Execution } from './catalog/catalogMemory';
import type { AgentBody } from './schemas/agent';
import type { ServiceSettings } from './settings';
import type { ServiceState } from './state';

/** Times are in ms since the epoch, on the service's clock. */
export interface AgentRunReport {
	id: string;
	/** `main`, or `other` for the key of the second team. */
	team: string;
	startedAt: number;
	/** null while the run has not ended. */
	endedAt: number | null;
	/** Every GET of the status that reached the run. */
	polls: number[];
	/** Every DELETE that reached the run, refused ones too. */
	cancels: number[];
	/** It was cancelled, and may not have ended yet. */
	cancelling: boolean;
	/** As it is reported now. */
	status: string;
	/** null while the run has not ended. */
	outcome: string | null;
	/** The body of the request that started it. */
	body: AgentBody;
}

export interface ServiceReport {
	executions: Execution[];
	charged: number;
	remainingCredits: number;
	agentStarts: number;
	agentRuns: AgentRunReport[];
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
		settings: state.settings,
	};
}
