import { canParse } from '../canParse';
import { badRequest, failure, jsonAnswer, rowFailure } from '../answer';
import { startRun } from '../agent/runAgent';
import { checkAgentBody, type AgentBody } from '../schemas/agent';
import { schemaFault } from '../schemas/validate';
import { blockedUrl } from '../scrape/threats';
import type { ServiceState } from '../state';
import type { Endpoint } from './endpoint';

export const startAgent: Endpoint = {
	method: 'POST',
	path: /^\/v2\/agent$/,
	rateClass: 'extract',
	async serve({ body: raw, team }, state) {
		const body = checkedBody(raw);
		checkPermissions(body, state);
		const run = state.agent.create({ team, body, usualMs: state.settings.agentRunMs });
		startRun(run, state);
		state.activity.record({ id: run.id, team, endpoint: 'agent', target: body.urls?.[0] ?? null });
		const { threadId } = run;
		return jsonAnswer(200, {
			success: true,
			id: run.id,
			...(threadId && { threadId, threadTurn: run.threadTurn }),
		});
	},
};

function checkedBody(raw: unknown): AgentBody {
	const issues = checkAgentBody(raw);
	if (issues.length > 0) throw badRequest(issues);
	const body = raw as AgentBody;
	const invalid = (body.urls ?? []).findIndex((url) => !canParse(url));
	if (invalid >= 0) throw badRequest([{ path: ['urls', invalid], message: 'must be a URL' }]);
	const fault = body.schema && schemaFault(body.schema);
	if (!fault) return body;
	const message = `Invalid JSON schema: ${fault}`;
	throw failure(400, message, { code: 'BAD_REQUEST', details: [{ path: ['schema'], message }] });
}

function checkPermissions(body: AgentBody, { settings, account }: ServiceState): void {
	if (settings.forcedZeroDataRetention) throw rowFailure('agentZeroDataRetention');
	for (const url of body.urls ?? []) {
		const blocked = blockedUrl(body.threatProtection, url);
		if (blocked) throw blocked;
	}
	if (account.remainingCredits() <= 0) throw rowFailure('paymentRequired');
}
