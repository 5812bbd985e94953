import type { AgentEvent, Webhook } from '../schemas/webhook';
import type { ServiceState } from '../state';
import type { AgentRun } from './agentRuns';
import { failureText } from './runStatus';

interface EventContent {
	success: boolean;
	data: unknown[];
	error?: string;
}

const webhookOf = ({ body: { webhook } }: AgentRun): Webhook<AgentEvent> | undefined =>
	typeof webhook === 'string' ? { url: webhook } : webhook;

function sendAgentEvent(
	run: AgentRun,
	name: AgentEvent,
	content: EventContent,
	{ webhooks, settings }: ServiceState,
): void {
	const webhook = webhookOf(run);
	if (!webhook || webhook.events?.includes(name) === false) return;
	const event = { ...content, type: `agent.${name}`, id: run.id };
	void webhooks.send(webhook, event, settings.webhookSecret);
}

export function sendRunStarted(run: AgentRun, state: ServiceState): void {
	sendAgentEvent(run, 'started', { success: true, data: [] }, state);
}

export function sendAction(run: AgentRun, url: string, state: ServiceState): void {
	const data = [{ creditsUsed: run.credits, action: 'scrape', input: { url } }];
	sendAgentEvent(run, 'action', { success: true, data }, state);
}

export function sendRunEnded(run: AgentRun, state: ServiceState): void {
	const { outcome = 'internal', credits, plan } = run;
	if (outcome === 'succeeded') {
		const data = 'data' in plan ? plan.data : run.result;
		const content = { success: true, data: [{ creditsUsed: credits, data }] };
		return sendAgentEvent(run, 'completed', content, state);
	}
	const failed = { success: false, data: [{ creditsUsed: 0 }] };
	if (outcome === 'cancelled') return sendAgentEvent(run, 'cancelled', failed, state);
	sendAgentEvent(run, 'failed', { ...failed, error: failureText(outcome) }, state);
}
