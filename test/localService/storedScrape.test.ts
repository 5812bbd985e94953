import { call, scrape, useService } from './testClient';

const service = useService({ zeroDataRetention: true });
const unknownId = '7f1b9c1e-0f63-4b8a-9d53-3c6a2f0e4b11';

const stored = (id: unknown) => call(service.current, 'GET', `/v2/scrape/${String(id)}`);

it('returns the response of the scrape, free of charge', async () => {
	const { json } = await scrape(service.current, 'article.html');
	const charged = service.current.charged;
	const reply = await stored(json.data?.metadata?.scrapeId);
	expect(reply).toMatchObject({ status: 200, json: { success: true } });
	expect(reply.json.data).toEqual(json.data);
	expect(service.current.charged).toBe(charged);
});

it('returns 404 for unknown scrapes and for scrapes with zero data retention', async () => {
	const { json } = await scrape(service.current, 'article.html', { zeroDataRetention: true });
	for (const id of [unknownId, json.data?.metadata?.scrapeId]) {
		expect(await stored(id)).toMatchObject({
			status: 404,
			json: { success: false, error: 'Job not found.' },
		});
	}
});

it('rejects an ID that is not a UUID', async () => {
	expect(await stored('abc')).toMatchObject({ status: 400, json: { success: false } });
});
