// What the tests of the service share: a started service, and plain calls to it.
import { Agent, request } from 'undici';
import { startLocalService, type LocalService, type LocalServiceOptions } from './localService';

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	json: Json;
}

// Tests read answers freely; a wrong path shows as undefined.
export interface Json {
	[key: string]: Json;
	[index: number]: Json;
}

const agent = new Agent({ connect: { rejectUnauthorized: false } });

/** Starts a service for the tests of a file, empty before each of them. */
export function useService(options: LocalServiceOptions = {}): { current: LocalService } {
	const held = { current: undefined as unknown as LocalService };
	beforeAll(async () => {
		held.current = await startLocalService(options);
	});
	beforeEach(() => held.current.reset());
	afterAll(() => held.current.close());
	return held;
}

export async function call(
	service: LocalService,
	method: 'GET' | 'POST' | 'DELETE',
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Reply> {
	const own: Record<string, string> = { authorization: `Bearer ${service.apiKey}` };
	if (body !== undefined) own['content-type'] = 'application/json';
	const response = await request(new URL(path, service.url), {
		method,
		headers: Object.fromEntries(
			Object.entries({ ...own, ...headers }).filter(([, value]) => value !== ''),
		),
		body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
		dispatcher: agent,
	});
	const text = await response.body.text();
	return { status: response.statusCode, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return {};
	}
}

/** Scrapes a page of the service's own, or any other URL. */
export async function scrape(
	service: LocalService,
	page: string,
	options: Record<string, unknown> = {},
): Promise<Reply> {
	const url = new URL(page, `${service.url}/pages/`).href;
	return await call(service, 'POST', '/v2/scrape', { url, ...options });
}

/** Lets everything else happen until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** The data of a scrape that succeeds. */
export async function dataOf(
	service: LocalService,
	page: string,
	options: Record<string, unknown> = {},
): Promise<Json> {
	const { status, json } = await scrape(service, page, options);
	expect(status).toBe(200);
	expect(json.success).toBe(true);
	return json.data ?? {};
}
