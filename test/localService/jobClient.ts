import type { LocalService } from './localService';
import { call, until, type Json, type Reply } from './testClient';

export const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';

export function syntheticUrls(count: number, query = ''): string[] {
	return Array.from(
		{ length: count },
		(_, index) => `http://synthetic.example/page/${index + 1}${query}`,
	);
}

export async function startedBatch(service: LocalService, body: object): Promise<string> {
	const { status, json } = await call(service, 'POST', '/v2/batch/scrape', body);
	expect(status).toBe(200);
	return String(json.id);
}

export function batchPath(id: string, rest = ''): string {
	return `/v2/batch/scrape/${id}${rest}`;
}

export async function batchStatus(service: LocalService, id: string, query = ''): Promise<Json> {
	return (await call(service, 'GET', batchPath(id, query))).json;
}

export function pageNumbers({ data }: Json): number[] {
	return (data as unknown as Json[]).map(({ metadata }) =>
		Number(/\d+$/.exec(String(metadata?.sourceURL).split('?')[0] ?? '')?.[0]),
	);
}

export const agentRun = (service: LocalService, id: string): Promise<Reply> =>
	call(service, 'GET', `/v2/agent/${id}`);

/** Starts a run and advances the clock until its end. */
export async function finishedRun(service: LocalService, body: object = {}): Promise<string> {
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
