import { rowFailure } from '../answer';
import type { AgentRun } from '../agent/agentRuns';
import { isGone } from '../agent/runStatus';
import type { ServiceState } from '../state';
import { isUuid, type ApiRequest } from './endpoint';

export function findRun({ id, team }: ApiRequest, { agent, clock }: ServiceState): AgentRun {
	if (!isUuid(id)) throw rowFailure('invalidJobId');
	const wanted = id.toLowerCase();
	const run = agent.all.find((one) => one.id === wanted && one.team === team);
	if (!run || isGone(run, clock.now())) throw rowFailure('agentJobNotFound');
	return run;
}
