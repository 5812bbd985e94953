import { createHmac, randomUUID } from 'node:crypto';
import { fetch } from 'undici';
import { SIGNATURE_HEADER, type Webhook } from '../schemas/webhook';
import type { Clock } from '../clock';
import type { Network } from '../scrape/network';

const ATTEMPT_TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = [60_000, 300_000, 900_000];

export type Receiver = Omit<Webhook, 'events'>;

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

export interface Webhooks {
	readonly deliveries: WebhookDelivery[];
	/** Resolves after the first delivery attempt. Retries continue in the background. */
	send(webhook: Receiver, event: WebhookEvent, secret: string): Promise<void>;
	clear(): void;
}

export function createWebhooks(clock: Clock, network: Network): Webhooks {
	const deliveries: WebhookDelivery[] = [];

	async function attempt(delivery: WebhookDelivery, request: SignedRequest): Promise<void> {
		const at = clock.now();
		const status = await post(delivery.url, request, network);
		delivery.attempts.push({ at, status });
		delivery.delivered = status !== null && status >= 200 && status < 300;
	}

	async function retry(delivery: WebhookDelivery, request: SignedRequest): Promise<void> {
		for (const ms of RETRY_AFTER_MS) {
			if (delivery.delivered) return;
			await clock.wait(ms);
			await attempt(delivery, request);
		}
	}

	return {
		deliveries,
		async send(webhook, event, secret) {
			const webhookId = randomUUID();
			const { url } = webhook;
			const { type, id } = event;
			const delivery = { url, type, id, webhookId, attempts: [], delivered: false };
			deliveries.push(delivery);
			const request = signedRequest(webhook, { ...event, webhookId }, secret);
			await attempt(delivery, request);
			void retry(delivery, request);
		},
		clear: () => {
			deliveries.length = 0;
		},
	};
}

interface SignedRequest {
	headers: Record<string, string>;
	body: string;
}

function signedRequest(
	{ headers, metadata = {} }: Receiver,
	{ success, type, id, webhookId, data, error }: WebhookEvent & { webhookId: string },
	secret: string,
): SignedRequest {
	const content = { success, type, id, webhookId, data, ...(error !== undefined && { error }) };
	const body = JSON.stringify({ ...content, metadata });
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	return {
		headers: {
			'content-type': 'application/json',
			...headers,
			...(secret !== '' && { [SIGNATURE_HEADER]: `sha256=${signature}` }),
		},
		body,
	};
}

async function post(
	url: string,
	{ headers, body }: SignedRequest,
	network: Network,
): Promise<number | null> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers,
			body,
			redirect: 'manual',
			dispatcher: network.dispatcher(false),
			signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
		});
		await response.body?.cancel();
		return response.status;
	} catch {
		return null;
	}
}
