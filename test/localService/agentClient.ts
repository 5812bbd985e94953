import type { LocalService } from './localService';
import { call, until, type Json, type Reply } from './testClient';

export const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';

export function post(
	service: LocalService,
	body: object,
	headers: Record<string, string> = {},
): Promise<Reply> {
	return call(service, 'POST', '/v2/agent', body, headers);
}

export async function started(service: LocalService, body: object = {}): Promise<string> {
	const urls = [`${service.url}/pages/article.html`];
	const { status, json } = await post(service, { prompt: 'What turns the lens?', urls, ...body });
	expect(status).toBe(200);
	expect(json).toMatchObject({ success: true, id: expect.any(String) });
	return String(json.id);
}

export function get(service: LocalService, path: string): Promise<Reply> {
	return call(service, 'GET', `/v2/agent/${path}`);
}

export function cancel(service: LocalService, id: string): Promise<Reply> {
	return call(service, 'DELETE', `/v2/agent/${id}`);
}

export async function traceOf(service: LocalService, id: string): Promise<Json[]> {
	return (await get(service, `${id}/trace`)).json.events as unknown as Json[];
}

export async function ended(service: LocalService, id: string): Promise<void> {
	await until(() => service.agent.runs.some((run) => run.id === id && run.endedAt !== null));
}

export async function finished(service: LocalService, body: object = {}): Promise<string> {
	const id = await started(service, body);
	service.advanceClock(3_600_000);
	await ended(service, id);
	return id;
}
