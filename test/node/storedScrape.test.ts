import type { IDataObject } from 'n8n-workflow';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, execute } = useBuiltNode();

const run = (operation: string, form: Record<string, unknown>) =>
	execute({
		parameters: { resource: 'scrape', operation, ...form } as never,
		onError: 'continueRegularOutput',
	});

async function scraped(page: string, form: Record<string, unknown> = {}) {
	const { items } = await run('scrape', { url: `${service.url}/pages/${page}`, ...form });
	const json = items[0]?.json ?? {};
	return { json, scrapeId: String((json.metadata as IDataObject).scrapeId) };
}

it('returns the same item as the scrape', async () => {
	const { json, scrapeId } = await scraped('article.html');
	const { items, hints } = await run('get', { scrapeId });
	expect(items.map((item) => item.json)).toEqual([json]);
	expect(hints).toEqual([]);
	expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
		'POST /v2/scrape',
		`GET /v2/scrape/${scrapeId}`,
	]);
});

it('returns the whole response with Simplify off', async () => {
	const { scrapeId } = await scraped('article.html');
	const { items } = await run('get', { scrapeId, simplify: false });
	expect(items).toMatchObject([{ json: { success: true, data: { metadata: { scrapeId } } } }]);
});

it('finds the ID in a URL', async () => {
	const { json, scrapeId } = await scraped('article.html');
	const { items } = await run('get', { scrapeId: `${service.url}/v2/scrape/${scrapeId}` });
	expect(items.map((item) => item.json)).toEqual([json]);
});

it('downloads the files of the page', async () => {
	const { scrapeId } = await scraped('article.html', {
		formats: { format: [{ type: 'screenshot' }] },
	});
	const { items } = await run('get', { scrapeId, downloadFiles: true });
	expect(items.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['screenshot']]);
});

it('fails for a page with an error status if Fail on Page Error is on', async () => {
	const { scrapeId } = await scraped('status/404');
	const { items } = await run('get', { scrapeId, options: { failOnPageError: true } });
	expect(items).toMatchObject([{ json: { details: { reason: 'pageNotFound' } } }]);
});

it('fails for a scrape that is not stored, and names the field to check', async () => {
	const { items } = await run('get', { scrapeId: '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11' });
	expect(items).toMatchObject([
		{
			json: {
				error: 'Scrape not found',
				message: expect.stringContaining("Set 'Scrape ID' to "),
				details: { reason: 'scrapeNotFound', retryable: false },
			},
		},
	]);
});

it('sends nothing for an ID that is not a UUID', async () => {
	const { items } = await run('get', { scrapeId: 'abc' });
	expect(items).toMatchObject([
		{ json: { error: "'Scrape ID' must be the ID of a scrape, which is a UUID" } },
	]);
	expect(service.requests).toEqual([]);
});
