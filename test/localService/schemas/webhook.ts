import { canParse } from '../canParse';
import { customIssue, type Detail } from './details';
import { closedObject, list, oneOfWords, stringMap, text } from './parts';
import { wrongUrl } from './targetUrl';

export const SIGNATURE_HEADER = 'x-firecrawl-signature';

export type WebhookEvent = 'started' | 'page' | 'completed' | 'failed';

export const agentEvents = ['started', 'action', 'completed', 'failed', 'cancelled'] as const;

export type AgentEvent = (typeof agentEvents)[number];

export interface Webhook<Event extends string = WebhookEvent> {
	url: string;
	headers?: Record<string, string>;
	metadata?: Record<string, string>;
	events?: Event[];
}

export function webhookFor(events: readonly string[], url: object = text): object {
	return closedObject(
		{
			url,
			headers: stringMap,
			metadata: stringMap,
			events: list(oneOfWords(...events)),
		},
		['url'],
	);
}

export const webhookSchema = webhookFor(['completed', 'failed', 'page', 'started']);

export function withWebhookObject(body: unknown): unknown {
	const { webhook } = (body ?? {}) as { webhook?: unknown };
	return typeof webhook === 'string' ? { ...(body as object), webhook: { url: webhook } } : body;
}

export function webhookIssues(webhook: Webhook | undefined): Detail[] {
	if (typeof webhook?.url !== 'string') return [];
	if (!canParse(webhook.url)) return [wrongUrl(['webhook', 'url'])];
	const reserved = Object.keys(webhook.headers ?? {}).find(
		(name) => name.toLowerCase() === SIGNATURE_HEADER,
	);
	if (reserved === undefined) return [];
	return [customIssue(['webhook'], `The following headers are not allowed: ${reserved}`)];
}
