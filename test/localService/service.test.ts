import { generate } from 'selfsigned';
import { DEFAULT_API_KEY, FORBIDDEN_API_KEY, startLocalService } from './localService';
import { call, scrape, until, useService } from './testClient';

const service = useService();

describe('authentication', () => {
	it.each([
		['no header', ''],
		['another scheme', 'Basic abc'],
		['no key', 'Bearer '],
		['a wrong key', 'Bearer wrong-key'],
		['the bare key', DEFAULT_API_KEY],
	])('returns 401 for a request with %s', async (_, authorization) => {
		const reply = await call(service.current, 'GET', '/v2/team/credit-usage', undefined, {
			authorization,
		});
		expect(reply.status).toBe(401);
		expect(reply.json).toEqual({ success: false, error: 'Unauthorized: Invalid token' });
		expect(service.current.requests[0]?.authorized).toBe(false);
	});

	it('rejects a key without permission with 403', async () => {
		const authorization = `Bearer ${FORBIDDEN_API_KEY}`;
		const reply = await call(service.current, 'GET', '/v2/team/credit-usage', undefined, {
			authorization,
		});
		expect(reply.status).toBe(403);
		expect(reply.json).toEqual({ success: false, error: 'Forbidden' });
	});

	it('accepts a custom key', async () => {
		const other = await startLocalService({ apiKey: 'another-key' });
		expect((await call(other, 'GET', '/v2/team/credit-usage')).status).toBe(200);
		await other.close();
	});
});

describe('paths and bodies', () => {
	it.each([
		['GET', '/v2/nothing'],
		['GET', '/v2/scrape'],
		['POST', '/scrape'],
		['POST', '/v2/v2/scrape'],
	] as const)('return 404 for %s %s', async (method, path) => {
		const reply = await call(service.current, method, path);
		expect(reply.status).toBe(404);
		expect(reply.json).toEqual({ success: false, error: 'Not Found' });
	});

	it.each(['{"url":', 'url=x', '\u0000'])('reject the body %j as invalid JSON', async (body) => {
		const reply = await call(service.current, 'POST', '/v2/scrape', body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ success: false, code: 'BAD_REQUEST_INVALID_JSON' });
	});

	it('reject a body without a JSON content type', async () => {
		const headers = { 'content-type': 'text/plain' };
		const reply = await call(service.current, 'POST', '/v2/scrape', '{}', headers);
		expect(reply.status).toBe(400);
	});

	it.each([
		[10 * 1024 * 1024, 200],
		[10 * 1024 * 1024 + 1, 413],
	])('limit the body to 10 MiB: %d bytes return %d', async (size, status) => {
		const start = `{"url":"${service.current.url}/pages/tables.html","origin":"`;
		const body = `${start}${'a'.repeat(size - start.length - 2)}"}`;
		expect((await call(service.current, 'POST', '/v2/scrape', body)).status).toBe(status);
	});
});

describe('request log', () => {
	it('contains the request without the key', async () => {
		await scrape(service.current, 'article.html');
		const [request] = service.current.requests;
		expect(request).toMatchObject({
			method: 'POST',
			path: '/v2/scrape',
			authorized: true,
			body: { url: `${service.current.url}/pages/article.html` },
			inFlight: 1,
			aborted: false,
			headers: { authorization: 'right', 'content-type': 'application/json' },
		});
		expect(JSON.stringify(service.current.requests)).not.toContain(DEFAULT_API_KEY);
		expect(service.current.requests).toHaveLength(1);
		expect(service.current.fetches.map((entry) => entry.path)).toEqual(['/pages/article.html']);
	});

	it('counts the concurrent requests', async () => {
		service.current.addFaults({ times: 3, answer: { kind: 'stallHead' } });
		const calls = [1, 2, 3].map(() =>
			scrape(service.current, 'article.html').catch(() => undefined),
		);
		await until(() => service.current.requests.length === 3);
		expect(service.current.requests.map((entry) => entry.inFlight)).toEqual([1, 2, 3]);
		await service.current.reset();
		await Promise.all(calls);
	});

	it('records that a client disconnected', async () => {
		service.current.addFaults({ answer: { kind: 'stallHead' } });
		const leaving = new AbortController();
		const url = `${service.current.url}/v2/team/credit-usage`;
		const ended = fetch(url, { signal: leaving.signal }).catch(() => 'left');
		await until(() => service.current.requests.length === 1);
		leaving.abort();
		await expect(ended).resolves.toBe('left');
		await until(() => service.current.requests[0]?.aborted === true);
	});
});

describe('control over HTTP', () => {
	const control = (method: 'GET' | 'POST', name: string, body?: unknown) =>
		call(service.current, method, `/_test/${name}`, body, { authorization: '' });

	it('accepts faults and lists the recorded requests', async () => {
		const answer = { kind: 'errorRow', id: 'badGateway' };
		expect((await control('POST', 'faults', [{ answer }])).json).toEqual({ added: 1 });
		expect((await scrape(service.current, 'article.html')).status).toBe(502);
		const requests = await control('GET', 'requests');
		expect(requests.json).toMatchObject([{ method: 'POST', path: '/v2/scrape' }]);
		expect(requests.text).not.toContain(DEFAULT_API_KEY);
	});

	it.each([
		['a fault that is not in a list', { answer: { kind: 'stallHead' } }],
		['a fault of an unknown kind', [{ answer: { kind: 'explode' } }]],
		['a fault with an unknown error row', [{ answer: { kind: 'errorRow', id: 'noSuchRow' } }]],
	])('rejects %s', async (_, body) => {
		expect((await control('POST', 'faults', body)).status).toBe(400);
	});

	it('clears everything on reset', async () => {
		await control('POST', 'faults', [{ times: 0, answer: { kind: 'errorRow', id: 'badGateway' } }]);
		await scrape(service.current, 'article.html');
		await control('POST', 'reset');
		expect(service.current.requests).toEqual([]);
		expect((await scrape(service.current, 'article.html')).status).toBe(200);
	});

	it('changes the text of the changing page', async () => {
		await control('POST', 'pages/changing', { text: 'High water is at 06:40.' });
		const { json } = await scrape(service.current, 'changing.html');
		expect(json.data?.markdown).toContain('High water is at 06:40.');
	});
});

describe('the account', () => {
	it('is charged for scrapes', async () => {
		const before = (await call(service.current, 'GET', '/v2/team/credit-usage')).json.data;
		await scrape(service.current, 'article.html');
		const after = (await call(service.current, 'GET', '/v2/team/credit-usage')).json.data;
		expect(Object.keys(after ?? {})).toEqual([
			'remainingCredits',
			'planCredits',
			'billingPeriodStart',
			'billingPeriodEnd',
		]);
		expect(Number(before?.remainingCredits) - Number(after?.remainingCredits)).toBe(1);
	});
});

describe('agent runs', () => {
	it.each([
		['not-a-uuid', 400, 'Invalid job ID format. Job ID must be a valid UUID.'],
		['7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11', 404, 'Agent job not found'],
	])('with the job id %s return %d', async (id, status, error) => {
		const reply = await call(service.current, 'GET', `/v2/agent/${id}`);
		expect(reply.status).toBe(status);
		expect(reply.json).toEqual({ success: false, error });
	});
});

describe('over TLS', () => {
	it('verifies pages only when requested or when secrets may be sent', async () => {
		const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
		const tlsService = await startLocalService({ tls: { key, cert } });
		expect(tlsService.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
		expect((await scrape(tlsService, 'article.html')).status).toBe(200);
		const refused = { status: 500, json: { success: false, code: 'SCRAPE_SSL_ERROR' } };
		const strict = { skipTlsVerification: false, maxAge: 0 };
		expect(await scrape(tlsService, 'article.html', strict)).toMatchObject(refused);
		const withSecret = { headers: { cookie: 'session=1' } };
		expect(await scrape(tlsService, 'article.html', withSecret)).toMatchObject(refused);
		await tlsService.close();
	});
});
