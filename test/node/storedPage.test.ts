import type { IDataObject } from 'n8n-workflow';
import * as faults from '../localService/faults';
import { useBuiltNode, type Form } from '../support/useBuiltNode';

const { service, run, respond, lines } = useBuiltNode();

async function scraped(form: Form = {}) {
	const url = `${service.url}/pages/article.html`;
	const { first } = await run('scrape.scrape', { url, ...form });
	return { page: first, scrapeId: String((first.metadata as IDataObject).scrapeId) };
}

it('Get returns the same item as the scrape, with its files', async () => {
	const { page, scrapeId } = await scraped({ formats: { format: [{ type: 'screenshot' }] } });
	const { items, json } = await run('scrape.get', { scrapeId, downloadFiles: true });
	expect(json).toEqual([page]);
	expect(Object.keys(items[0]?.binary ?? {})).toEqual(['screenshot']);
	expect(lines()).toEqual(['POST /v2/scrape', 'GET /v2/scrape/{id}']);
});

describe('Interact', () => {
	const interact = (form: Form, rest = {}) => run('scrape.interact', form, rest);
	const pressBuy = async () => ({ scrapeId: (await scraped()).scrapeId, prompt: 'Press Buy' });

	it('reports code that failed, and reports the same in a later attempt without sending it', async () => {
		const context = {};
		const { scrapeId } = await scraped();
		const form = { scrapeId, interactWith: 'code', code: 'x()' };
		respond({ success: false, exitCode: 1, stderr: 'ReferenceError: x is not defined' });
		const { first } = await interact(form, { context });
		const second = await interact(form, { context });
		for (const item of [first, second.first]) {
			expect(item).toMatchObject({
				error: 'ReferenceError: x is not defined',
				message: expect.stringContaining("correct 'Code'"),
				details: { reason: 'interactionFailed', retryable: false },
			});
			expect(item.message).not.toContain('not known whether');
		}
		expect(service.requests).toHaveLength(2);
	});

	it('stores a response for a retry without the API key', async () => {
		const context = {};
		const apiKey = 'wd-0123456789abcdef';
		const form = await pressBuy();
		respond({ success: true, output: `Your key is ${apiKey}.` });
		await interact(form, { context, credential: { baseUrl: service.url, apiKey } });
		expect(JSON.stringify(context)).toContain('***');
		expect(JSON.stringify(context)).not.toContain(apiKey);
	});

	it('is executed by a later attempt after a refusal, and at once after a 429', async () => {
		const context = {};
		const form = await pressBuy();
		service.addFaults(faults.errorRowFault('forbidden'), faults.rateLimited({ retryAfter: 1 }));
		expect((await interact(form, { context })).first).toHaveProperty('error');
		expect((await interact(form, { context })).first).toMatchObject({ success: true });
		expect(service.requests).toHaveLength(4);
	});
});
