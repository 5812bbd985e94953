import { request } from 'undici';
import * as faults from './faults';
import type { Fault } from './faults';
import { call, scrape, until, useService, type Reply } from './testClient';

const service = useService();

function order(...list: Fault[]): void {
	service.current.addFaults(...list);
}

function usual(): Promise<Reply> {
	return scrape(service.current, 'tables.html');
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
	try {
		await promise;
		return 'an answer';
	} catch (error) {
		return String((error as { code?: unknown }).code);
	}
}

describe('fault selection', () => {
	const statusesOf = async (paths: string[]): Promise<number[]> => {
		const statuses: number[] = [];
		for (const path of paths) statuses.push((await call(service.current, 'GET', path)).status);
		return statuses;
	};
	const usage = '/v2/team/credit-usage';

	it('matches the next request, once', async () => {
		order(faults.errorRowFault('badGateway'));
		expect(await statusesOf([usage, usage])).toEqual([502, 200]);
	});

	it('matches as often as set, after the skipped requests', async () => {
		order(faults.errorRowFault('badGateway', { times: 2, skip: 1 }));
		expect(await statusesOf([usage, usage, usage, usage])).toEqual([200, 502, 502, 200]);
	});

	it('matches every request with times: 0', async () => {
		order(faults.errorRowFault('badGateway', { times: 0 }));
		expect(await statusesOf([usage, usage, usage])).toEqual([502, 502, 502]);
	});

	it('matches one fault after the other', async () => {
		order(faults.errorRowFault('badGateway'), faults.errorRowFault('serviceUnavailable'));
		expect(await statusesOf([usage, usage, usage])).toEqual([502, 503, 200]);
	});

	it('matches by method and path', async () => {
		order(
			faults.errorRowFault('badGateway', { when: { method: 'POST' } }),
			faults.errorRowFault('serviceUnavailable', { when: { path: '/v2/agent/*' } }),
		);
		expect(await statusesOf([usage, '/v2/agent/x', '/v2/agent/x'])).toEqual([200, 503, 400]);
	});

	it('matches by a part of the body', async () => {
		const when = { body: { formats: ['links'], location: { country: 'DE' } } };
		order(faults.errorRowFault('badGateway', { when }));
		const location = { country: 'DE', languages: ['de'] };
		const statuses = [
			(await scrape(service.current, 'tables.html', { formats: ['links'] })).status,
			(await scrape(service.current, 'tables.html', { location, formats: ['html', 'links'] }))
				.status,
		];
		expect(statuses).toEqual([200, 502]);
	});

	it('matches only above a number of concurrent requests', async () => {
		order(faults.fault({ kind: 'stallHead' }), faults.concurrencyLimit(1));
		const first = failureOf(usual());
		await until(() => service.current.requests.length === 1);
		expect((await usual()).json.error).toBe('Concurrency limit reached');
		await service.current.reset();
		await first;
	});

	it("ignores the service's own requests for pages", async () => {
		order(faults.errorRowFault('badGateway', { times: 0, when: { path: '/v2/agent/*' } }));
		order(faults.errorRowFault('serviceUnavailable', { skip: 1 }));
		expect((await usual()).status).toBe(200);
		expect((await usual()).status).toBe(503);
	});
});

describe('fault responses', () => {
	it('json and raw return the configured body', async () => {
		const headers = { 'x-ship': 'Petrel' };
		order(faults.fault({ kind: 'json', status: 418, body: { tea: 1 }, headers }));
		order(faults.fault({ kind: 'raw', status: 200, contentType: 'image/png', base64: 'AAEC' }));
		expect(await usual()).toMatchObject({ status: 418, json: { tea: 1 }, headers });
		const raw = await usual();
		expect(raw.headers['content-type']).toBe('image/png');
		expect(raw.text).toBe('\u0000\u0001\u0002');
	});

	it('errorRow can be patched', async () => {
		const patch = { error: 'Another text', success: null, details: { a: 1 } };
		order(faults.errorRowFault('conflict', {}, patch));
		const { status, json } = await usual();
		expect(status).toBe(409);
		expect(json).toEqual({ error: 'Another text', details: { a: 1 } });
	});

	it('redirect sets the Location header', async () => {
		order(faults.fault({ kind: 'redirect', status: 307, location: 'https://a.example/' }));
		const { status, headers } = await usual();
		expect({ status, location: headers.location }).toEqual({
			status: 307,
			location: 'https://a.example/',
		});
	});

	it('bigBody returns valid JSON of the exact size', async () => {
		order(faults.fault({ kind: 'bigBody', bytes: 3_000_000 }));
		const { text, json } = await usual();
		expect(Buffer.byteLength(text)).toBe(3_000_000);
		expect(json.success).toBe(true);
	});

	it.each<[string, Fault]>([
		['delayedHead', faults.fault({ kind: 'delayedHead', ms: 20 })],
		['slowBody', faults.fault({ kind: 'slowBody', bytesPerChunk: 400, msBetween: 1 })],
	])('%s ends with the normal response', async (_, slow) => {
		order(slow);
		const { status, json } = await usual();
		expect(status).toBe(200);
		expect(json.data?.markdown).toMatch(/^# Tide tables/);
	});
});

describe('broken connections', () => {
	it('resetBefore does not execute the request', async () => {
		order(faults.fault({ kind: 'resetBefore' }));
		expect(await failureOf(usual())).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
		expect(service.current.requests).toMatchObject([{ aborted: false }]);
		expect(service.current.fetches).toHaveLength(0);
	});

	it('resetAfter executes the request', async () => {
		order(faults.fault({ kind: 'resetAfter' }));
		expect(await failureOf(usual())).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
		expect(service.current.fetches).toHaveLength(1);
	});

	it('cutBody sends less than its Content-Length', async () => {
		order(faults.fault({ kind: 'cutBody', afterBytes: 50 }));
		expect(await failureOf(usual())).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
	});

	it('stallHead never responds', async () => {
		order(faults.fault({ kind: 'stallHead' }));
		const call = failureOf(usual());
		await until(() => service.current.requests.length === 1);
		await service.current.reset();
		expect(await call).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
	});

	it('stallBody stops after the given bytes', async () => {
		order(faults.fault({ kind: 'stallBody', afterBytes: 16 }));
		const { url, apiKey } = service.current;
		const { statusCode, headers, body } = await request(`${url}/v2/team/credit-usage`, {
			headers: { authorization: `Bearer ${apiKey}` },
		});
		expect(statusCode).toBe(200);
		expect(Number(headers['content-length'])).toBeGreaterThan(16);
		const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
		const first = await chunks.next();
		expect(String(first.value)).toBe('{"success":true,');
		const rest = failureOf(chunks.next());
		await service.current.reset();
		expect(await rest).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
	});
});

describe('predefined faults', () => {
	const date = new Date('2030-01-01T00:00:00Z');
	it.each<[string, Fault, unknown, unknown]>([
		['seconds', faults.rateLimited({ retryAfter: 7 }), '7', undefined],
		[
			'a date',
			faults.rateLimited({ retryAfter: date }),
			'Tue, 01 Jan 2030 00:00:00 GMT',
			undefined,
		],
		['another string', faults.rateLimited({ retryAfter: 'soon' }), 'soon', undefined],
		['nothing', faults.rateLimited(), undefined, undefined],
		['a body field', faults.rateLimitedWithBodyField(9), undefined, 9],
	])('return 429 with Retry-After as %s', async (_, limited, header, inBody) => {
		order(limited);
		const { status, headers, json } = await usual();
		expect(status).toBe(429);
		expect(json.error).toBe('Rate limit exceeded');
		expect(headers['retry-after']).toBe(header);
		expect(json.retry_after_seconds).toBe(inBody);
	});

	it('return 429 with a text body', async () => {
		order(faults.rateLimitedWithText(25));
		const { headers, json } = await usual();
		expect(headers['retry-after']).toBeUndefined();
		expect(json.error).toContain('retry after 25s');
	});

	it.each<[string, Fault, string, RegExp]>([
		['a page of HTML', faults.htmlPage(), 'text/html; charset=utf-8', /^<!doctype html>/],
		['truncated JSON', faults.cutOffJson(), 'application/json', /"# Tide ta$/],
		['an empty body', faults.emptyBody(), 'application/json', /^$/],
		['null', faults.nullBody(), 'application/json', /^null$/],
		['an array', faults.arrayBody(), 'application/json', /^\[\]$/],
	])('return %s with status 200', async (_, broken, type, text) => {
		order(broken);
		const reply = await usual();
		expect(reply.status).toBe(200);
		expect(reply.headers['content-type']).toBe(type);
		expect(reply.text).toMatch(text);
	});

	it('return success: false with status 200', async () => {
		order(faults.dnsResolutionFailure());
		expect(await usual()).toMatchObject({
			status: 200,
			json: { success: false, code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
		});
	});
});
