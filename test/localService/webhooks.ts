import { createHmac, randomUUID } from 'node:crypto';
import { fetch, type Agent } from 'undici';
import type { Issue } from './answer';
import type { Clock } from './clock';
import { canParse, customIssue, wrongUrl } from './schemas/check';
import { closedObject, list, oneOfWords, stringMap, text } from './schemas/parts';
import type { ServiceState } from './state';

const ATTEMPT_TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = [60_000, 300_000, 900_000];

export const SIGNATURE_HEADER = 'x-firecrawl-signature';

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
	type: string;
	id: string;
	/** ID of the event. All delivery attempts have the same ID. */
	webhookId: string;
	/** `at` is in milliseconds since the epoch. `status` is null if the receiver did not respond. */
	attempts: { at: number; status: number | null }[];
	delivered: boolean;
}

/** Sends the event `name` if the webhook has subscribed to it, and returns whether it has. */
export async function sendTo(
	webhook: Webhook | undefined,
	name: string,
	event: WebhookEvent,
	{ webhooks, settings }: ServiceState,
): Promise<boolean> {
	if (!webhook || webhook.events?.includes(name) === false) return false;
	await webhooks.send(webhook, event, settings.webhookSecret);
	return true;
}

export function createWebhooks(clock: Clock, network: Agent) {
	const deliveries: WebhookDelivery[] = [];

	async function attempt(delivery: WebhookDelivery, request: SignedRequest): Promise<void> {
		const at = clock.now();
		const status = await post(delivery.url, request, network);
		delivery.attempts.push({ at, status });
		delivery.delivered = status !== null && status >= 200 && status < 300;
	}

	return {
		deliveries,
		/** Resolves after the first delivery attempt. Retries continue in the background. */
		async send(webhook: Webhook, event: WebhookEvent, secret: string): Promise<void> {
			const { type, id } = event;
			const webhookId = randomUUID();
			const delivery = { url: webhook.url, type, id, webhookId, attempts: [], delivered: false };
			deliveries.push(delivery);
			const request = signedRequest(webhook, { ...event, webhookId }, secret);
			await attempt(delivery, request);
			const retry = async (): Promise<void> => {
				for (const ms of RETRY_AFTER_MS) {
					if (delivery.delivered) return;
					await clock.wait(ms);
					await attempt(delivery, request);
				}
			};
			void retry();
		},
	};
}

interface SignedRequest {
	headers: Record<string, string>;
	body: string;
}

function signedRequest(
	{ headers: own, metadata = {} }: Webhook,
	{ success, type, id, webhookId, data, error }: WebhookEvent & { webhookId: string },
	secret: string,
): SignedRequest {
	// `stringify` omits an undefined error.
	const body = JSON.stringify({ success, type, id, webhookId, data, error, metadata });
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
