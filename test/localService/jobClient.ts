import type { LocalService } from './localService';
import { call, type Json, type Reply } from './testClient';

export const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';

export function syntheticUrls(count: number, query = ''): string[] {
	return Array.from(
		{ length: count },
		(_, index) => `http://synthetic.example/page/${index + 1}${query}`,
	);
}

export function postBatch(service: LocalService, body: object): Promise<Reply> {
	return call(service, 'POST', '/v2/batch/scrape', body);
}

export async function startedBatch(service: LocalService, body: object): Promise<string> {
	const { status, json } = await postBatch(service, body);
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
