import type { LocalService } from './localService';
import { call, until, type Reply } from './testClient';

export function get(service: LocalService, path: string): Promise<Reply> {
	return call(service, 'GET', `/v2/agent/${path}`);
}

/** Starts a run and advances the clock until its end. */
export async function finished(service: LocalService, body: object = {}): Promise<string> {
	const urls = [`${service.url}/pages/article.html`];
	const { json } = await call(service, 'POST', '/v2/agent', {
		prompt: 'What turns the lens?',
		urls,
		...body,
	});
	service.advanceClock(3_600_000);
	await until(() =>
		service.agent.runs.some(({ id, endedAt }) => String(json.id) === id && endedAt !== null),
	);
	return String(json.id);
}
