import { createHmac, randomUUID } from 'node:crypto';
import { fetch, type Agent } from 'undici';
import type { Issue } from './answer';
import type { Clock } from './clock';
import { canParse, customIssue, wrongUrl } from './schemas/check';
import { closedObject, list, oneOfWords, stringMap, text } from './schemas/parts';
import type { ServiceState } from './state';

const ATTEMPT_TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = [60_000, 300_000, 900_000];

const SIGNATURE_HEADER = 'x-firecrawl-signature';

export interface Webhook {
	url: string;
	headers?: Record<string, string>;
	metadata?: Record<string, string>;
	events?: string[];
}

export function webhookFor(events: readonly string[], url: object = text): object {
	const fields = { url, headers: stringMap, metadata: stringMap };
	return closedObject({ ...fields, events: list(oneOfWords(...events)) }, ['url']);
}

export const webhookSchema = webhookFor(['completed', 'failed', 'page', 'started']);

export function withWebhookObject(body: unknown): unknown {
	const { webhook } = (body ?? {}) as { webhook?: unknown };
	return typeof webhook === 'string' ? { ...(body as object), webhook: { url: webhook } } : body;
}

export function webhookIssues(webhook: Webhook | undefined): Issue[] {
	if (typeof webhook?.url !== 'string') return [];
	if (!canParse(webhook.url)) return [wrongUrl(['webhook', 'url'])];
	const reserved = Object.keys(webhook.headers ?? {}).find(
		(name) => name.toLowerCase() === SIGNATURE_HEADER,
	);
	if (reserved === undefined) return [];
	return [customIssue(['webhook'], `The following headers are not allowed: ${reserved}`)];
}

export interface WebhookEvent {
	success: boolean;
	type: string;
	id: string;
	data: unknown[];
	error?: string;
}

export interface WebhookDelivery {
	url: string;
	/** The status is null if the receiver did not respond. */
	attempts: { status: number | null }[];
}

/** Sends the event `name` if the webhook has subscribed to it. */
export async function sendTo(
	webhook: Webhook | undefined,
	name: string,
	event: WebhookEvent,
	{ webhooks, settings }: ServiceState,
): Promise<void> {
	if (!webhook || webhook.events?.includes(name) === false) return;
	await webhooks.send(webhook, event, settings.webhookSecret);
}

export function createWebhooks(clock: Clock, network: Agent) {
	const deliveries: WebhookDelivery[] = [];
	return {
		deliveries,
		/** Resolves after the first delivery attempt. Retries continue in the background. */
		async send(webhook: Webhook, event: WebhookEvent, secret: string): Promise<void> {
			const delivery: WebhookDelivery = { url: webhook.url, attempts: [] };
			deliveries.push(delivery);
			const request = signedRequest(webhook, event, secret);
			const isDelivered = async (): Promise<boolean> => {
				const status = await post(webhook.url, request, network);
				delivery.attempts.push({ status });
				return status !== null && status >= 200 && status < 300;
			};
			const retry = async (): Promise<void> => {
				for (const ms of RETRY_AFTER_MS) {
					await clock.wait(ms);
					if (await isDelivered()) return;
				}
			};
			if (!(await isDelivered())) void retry();
		},
	};
}

interface SignedRequest {
	headers: Record<string, string>;
	body: string;
}

function signedRequest(
	{ headers: own, metadata = {} }: Webhook,
	{ success, type, id, data, error }: WebhookEvent,
	secret: string,
): SignedRequest {
	// All attempts have the same ID. `stringify` omits an undefined error.
	const content = { success, type, id, webhookId: randomUUID(), data, error, metadata };
	const body = JSON.stringify(content);
	const headers: Record<string, string> = { 'content-type': 'application/json', ...own };
	if (secret !== '') {
		const signature = createHmac('sha256', secret).update(body).digest('hex');
		headers[SIGNATURE_HEADER] = `sha256=${signature}`;
	}
	return { headers, body };
}

async function post(
	url: string,
	{ headers, body }: SignedRequest,
	network: Agent,
): Promise<number | null> {
	const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
	try {
		const options = { method: 'POST', redirect: 'manual', dispatcher: network } as const;
		const response = await fetch(url, { ...options, headers, body, signal });
		await response.body?.cancel();
		return response.status;
	} catch {
		return null;
	}
}
