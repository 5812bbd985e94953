import { until } from './until';

export interface WebhookCall {
	method?: string;
	body?: unknown;
	query?: Record<string, string>;
}
export interface WebhookAnswer {
	status: number;
	headers: Headers;
	text: string;
}

/**
 * Calls a webhook. n8n registers a webhook shortly after it activates the workflow, so the call is repeated until the
 * webhook exists.
 */
export async function callWebhook(url: string, call: WebhookCall = {}): Promise<WebhookAnswer> {
	return await until(`${url} is registered`, async () => {
		const answer = await send(url, call);
		return isRegistered(answer) ? answer : undefined;
	});
}

async function send(url: string, { method = 'POST', body, query = {} }: WebhookCall) {
	const search = new URLSearchParams(query).toString();
	const response = await fetch(search ? `${url}?${search}` : url, {
		method,
		headers: body === undefined ? {} : { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	return { status: response.status, headers: response.headers, text: await response.text() };
}

function isRegistered({ status, text }: WebhookAnswer): boolean {
	return status !== 404 || !text.includes('not registered');
}
