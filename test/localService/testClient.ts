import { request } from 'undici';
import { startLocalService, type LocalService, type LocalServiceOptions } from './localService';

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	json: Json;
}

// The type lets tests read any path in a JSON response.
export interface Json {
	[key: string]: Json;
	[index: number]: Json;
}

export function useService(options: LocalServiceOptions = {}): { current: LocalService } {
	const reference = { current: undefined as unknown as LocalService };
	beforeAll(async () => {
		reference.current = await startLocalService(options);
	});
	beforeEach(() => reference.current.reset());
	afterAll(() => reference.current.close());
	return reference;
}

export async function call(
	service: Pick<LocalService, 'url' | 'apiKey'>,
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Reply> {
	const contentType = body !== undefined && { 'content-type': 'application/json' };
	const response = await request(new URL(path, service.url), {
		method,
		headers: { authorization: `Bearer ${service.apiKey}`, ...contentType, ...headers },
		body: body === undefined ? null : JSON.stringify(body),
	});
	const text = await response.body.text();
	const json = JSON.parse(text) as Json;
	return { status: response.statusCode, headers: response.headers, text, json };
}

export async function scrape(
	service: LocalService,
	page: string,
	options: object = {},
): Promise<Reply> {
	const url = new URL(page, `${service.url}/pages/`).href;
	return await call(service, 'POST', '/v2/scrape', { url, ...options });
}

export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
