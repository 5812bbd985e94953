import { createHmac, randomUUID } from 'node:crypto';
import { fetch } from 'undici';
import type { Clock } from './clock';
import { SIGNATURE_HEADER, type Webhook } from './schemas/webhook';
import type { Network } from './scrape/network';

const ATTEMPT_TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = [60_000, 300_000, 900_000];

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

export function createWebhooks(clock: Clock, network: Network) {
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
		/** Resolves after the first delivery attempt. Retries continue in the background. */
		async send(webhook: Webhook<string>, event: WebhookEvent, secret: string): Promise<void> {
			const { type, id } = event;
			const webhookId = randomUUID();
			const delivery = { url: webhook.url, type, id, webhookId, attempts: [], delivered: false };
			deliveries.push(delivery);
			const request = signedRequest(webhook, { ...event, webhookId }, secret);
			await attempt(delivery, request);
			void retry(delivery, request);
		},
	};
}

interface SignedRequest {
	headers: Record<string, string>;
	body: string;
}

function signedRequest(
	{ headers: own, metadata = {} }: Webhook<string>,
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
	network: Network,
): Promise<number | null> {
	const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
	const dispatcher = network.dispatcher(false);
	try {
		const options = {
			method: 'POST',
			headers,
			body,
			redirect: 'manual',
			dispatcher,
			signal,
		} as const;
		const response = await fetch(url, options);
		await response.body?.cancel();
		return response.status;
	} catch {
		return null;
	}
}
