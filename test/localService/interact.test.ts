import { call, scrape, useService, type Reply } from './testClient';

const service = useService();
const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';

async function scraped(): Promise<string> {
	const { json } = await scrape(service.current, 'article.html');
	return String(json.data?.metadata?.scrapeId);
}

function act(id: string, body: unknown): Promise<Reply> {
	return call(service.current, 'POST', `/v2/scrape/${id}/interact`, body);
}

function stop(id: string): Promise<Reply> {
	return call(service.current, 'DELETE', `/v2/scrape/${id}/interact`);
}

it('answers a prompt with text from the page', async () => {
	const { status, json } = await act(await scraped(), { prompt: 'How heavy are the kilograms?' });
	expect(status).toBe(200);
	expect(json).toMatchObject({ success: true, sessionId: expect.any(String) });
	expect(json.output).toMatch(/^A weight of 120 kilograms/);
});

it.each([
	['await page.title()', { result: 'How a lighthouse keeps its rhythm' }],
	['return await page.title();', { result: 'How a lighthouse keeps its rhythm' }],
	['console.log(await page.title())', { stdout: 'How a lighthouse keeps its rhythm\n' }],
])('supports the code %s', async (code, outcome) => {
	const { json } = await act(await scraped(), { code, language: 'node', timeout: 300 });
	expect(json).toMatchObject({ success: true, exitCode: 0, stderr: '', ...outcome });
});

it.each([
	[{ code: 'process.exit(1)' }],
	[{ code: 'print(1)', language: 'python' }],
	[{ code: 'await page.title()', language: 'bash' }],
])('returns an error with status 200 for other code: %j', async (body) => {
	const { status, json } = await act(await scraped(), body);
	expect(status).toBe(200);
	expect(json).toMatchObject({ success: false, exitCode: 1 });
	expect(json.stderr).toContain('not supported');
});

it.each([
	[{}],
	[{ prompt: '' }],
	[{ prompt: 'a'.repeat(10_001) }],
	[{ code: '' }],
	[{ code: 'a'.repeat(100_001) }],
	[{ prompt: 'a', timeout: 0 }],
	[{ prompt: 'a', timeout: 301 }],
	[{ prompt: 'a', language: 'ruby' }],
])('rejects invalid body %#', async (body) => {
	expect(await act(await scraped(), body)).toMatchObject({ status: 400, json: { success: false } });
});

it.each([
	[{ prompt: 'a'.repeat(10_000), timeout: 1 }],
	[{ code: 'a'.repeat(100_000) }],
	[{ prompt: 'a', unknown: true }],
])('accepts valid body %#', async (body) => {
	expect((await act(await scraped(), body)).status).toBe(200);
});

it('keeps one session for each scrape until it is stopped', async () => {
	const id = await scraped();
	const first = await act(id, { prompt: 'lens' });
	const { sessionId } = first.json;
	const second = await act(id, { code: 'page.url()', existingSessionId: sessionId });
	expect(second.json.sessionId).toBe(sessionId);
	service.current.advanceClock(61_000);
	const stopped = await stop(id);
	expect(stopped.status).toBe(200);
	expect(stopped.json).toEqual({
		success: true,
		sessionDurationMs: expect.any(Number),
		creditsBilled: 14,
		cleanupQueued: false,
	});
	expect((await stop(id)).status).toBe(404);
	expect((await act(id, { prompt: 'lens', existingSessionId: sessionId })).status).toBe(410);
});

it.each([
	['not-a-uuid', 400],
	[unknownId, 404],
])('with the scrape id %s returns %d', async (id, status) => {
	expect((await act(id, { prompt: 'lens' })).status).toBe(status);
	expect((await stop(id)).status).toBe(status);
});
