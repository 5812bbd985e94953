import type { WebhookEvent as EventName } from '../schemas/webhook';
import type { ServiceState } from '../state';
import type { Job, PageResult, QueuedPage } from './job';

interface EventContent {
	success: boolean;
	data: unknown[];
	error?: string;
}

export async function sendJobEvent(
	job: Job,
	name: EventName,
	content: EventContent,
	state: ServiceState,
): Promise<void> {
	const { webhook, kind, id } = job;
	if (!webhook || webhook.events?.includes(name) === false) return;
	const type = `${kind === 'batch' ? 'batch_scrape' : 'crawl'}.${name}`;
	await state.webhooks.send(webhook, { ...content, type, id }, state.settings.webhookSecret);
}

export function sendStarted(job: Job, state: ServiceState): Promise<void> {
	return sendJobEvent(job, 'started', { success: true, data: [] }, state);
}

export function sendCompleted(job: Job, state: ServiceState): Promise<void> {
	return sendJobEvent(job, 'completed', { success: true, data: [] }, state);
}

export function sendPage(
	job: Job,
	page: QueuedPage,
	result: PageResult,
	state: ServiceState,
): Promise<void> {
	if ('document' in result) {
		return sendJobEvent(job, 'page', { success: true, data: [result.document] }, state);
	}
	const data = [{ metadata: { sourceURL: page.url } }];
	return sendJobEvent(job, 'page', { success: false, data, error: result.error }, state);
}
