import { createHmac } from 'node:crypto';
import * as agent from './agentClient';
import { batchPath, batchStatus, postBatch, startedBatch, syntheticUrls } from './jobClient';
import { useWebhookReceiver } from '../support/useWebhookReceiver';
import { VirtualTime } from '../support/virtualTime';
import { call, until, useService, type Json } from './testClient';

const MINUTE_MS = 60_000;
const time = new VirtualTime();
const service = useService({ time, jobPageMs: 1000, webhookSecret: 'tide' });
const receiver = useWebhookReceiver<Json>();
const { received } = receiver;

const types = (): string[] => received.map(({ body }) => String(body.type));
const webhook = (fields: object = {}): object => ({ url: receiver.url, ...fields });

async function finished(body: object, events: number): Promise<string> {
	const id = await startedBatch(service.current, { urls: syntheticUrls(2), ...body });
	service.current.advanceClock(MINUTE_MS);
	await batchStatus(service.current, id);
	await until(() => received.length >= events);
	return id;
}

describe('webhook events', () => {
	it('are the started event, one event per page, and the completed event', async () => {
		const id = await finished({ webhook: webhook({ metadata: { run: 'one' } }) }, 4);
		expect(types().sort()).toEqual([
			'batch_scrape.completed',
			'batch_scrape.page',
			'batch_scrape.page',
			'batch_scrape.started',
		]);
		const completed = received.find(({ body }) => String(body.type).endsWith('completed'));
		expect(completed?.body).toEqual({
			success: true,
			type: 'batch_scrape.completed',
			id,
			webhookId: expect.stringMatching(/^[0-9a-f-]{36}$/),
			data: [],
			metadata: { run: 'one' },
		});
		const page = received.find(({ body }) => String(body.type).endsWith('page'));
		expect(page?.body).toMatchObject({
			success: true,
			data: [{ markdown: expect.any(String), metadata: { statusCode: 200 } }],
		});
	});

	it('include the started event before the response to the request', async () => {
		await postBatch(service.current, { urls: syntheticUrls(1), webhook: receiver.url });
		expect(types()).toEqual(['batch_scrape.started']);
		expect(received[0]?.body).toMatchObject({ metadata: {} });
	});

	it('include a failed page with its URL and the error', async () => {
		const [url = ''] = syntheticUrls(1);
		service.current.jobs.planNext([{ pages: [{ url, error: { error: 'No response' } }] }]);
		await finished({ urls: [url], webhook: webhook({ events: ['page'] }) }, 1);
		expect(received.map(({ body }) => body)).toEqual([
			expect.objectContaining({
				success: false,
				type: 'batch_scrape.page',
				data: [{ metadata: { sourceURL: url } }],
				error: 'No response',
			}),
		]);
	});

	it('are sent only if the webhook subscribes to them', async () => {
		await finished({ webhook: webhook({ events: ['completed', 'failed'] }) }, 1);
		expect(types()).toEqual(['batch_scrape.completed']);
	});

	it('of a canceled batch do not go to the webhook of appended URLs', async () => {
		const id = await startedBatch(service.current, { urls: syntheticUrls(1), webhook: webhook() });
		await call(service.current, 'DELETE', batchPath(id));
		const appended = webhook({ url: `${receiver.url}/appended` });
		await postBatch(service.current, { urls: syntheticUrls(1), appendToId: id, webhook: appended });
		service.current.advanceClock(MINUTE_MS);
		await until(() => received.length >= 3);
		expect(service.current.webhooks.map(({ type, url }) => [type, url])).toEqual([
			['batch_scrape.started', receiver.url],
			['batch_scrape.page', receiver.url],
			['batch_scrape.completed', receiver.url],
		]);
	});

	it('of a canceled job include a failed page for each open URL, and the completed event', async () => {
		const urls = syntheticUrls(12);
		const id = await startedBatch(service.current, { urls, webhook: webhook() });
		await call(service.current, 'DELETE', batchPath(id));
		await until(() => received.length === 14);
		const pages = received.filter(({ body }) => String(body.type).endsWith('page'));
		expect(pages).toHaveLength(12);
		expect(pages.every(({ body }) => String(body.success) === 'false')).toBe(true);
		expect(types()).toContain('batch_scrape.completed');
	});

	it('are not sent for a job that fails at its start', async () => {
		service.current.jobs.planNext([{ kickoffError: 'Queue limit reached' }]);
		await startedBatch(service.current, { urls: syntheticUrls(1), webhook: webhook() });
		expect(service.current.webhooks).toEqual([]);
	});

	it('of a crawl have types that begin with crawl', async () => {
		const body = { url: `${service.current.url}/site/`, limit: 1, webhook: webhook() };
		const { json } = await call(service.current, 'POST', '/v2/crawl', body);
		await call(service.current, 'GET', `/v2/crawl/${String(json.id)}`);
		service.current.advanceClock(MINUTE_MS);
		await until(() => received.length >= 3);
		expect(types().sort()).toEqual(['crawl.completed', 'crawl.page', 'crawl.started']);
	});
});

describe('webhook events of an agent run', () => {
	const ended = (outcome: string, fields: object = {}): Promise<string> =>
		agent.finished(service.current, {
			prompt: `When does the light flash? [outcome:${outcome}]`,
			webhook: webhook(fields),
		});

	it('are the started event, one action event per page, and the completed event with the result', async () => {
		const id = await ended('succeeded', { metadata: { run: 'one' } });
		await until(() => received.length >= 3);
		expect(types().sort()).toEqual(['agent.action', 'agent.completed', 'agent.started']);
		for (const { body } of received) {
			expect(body).toMatchObject({
				success: true,
				id,
				webhookId: expect.stringMatching(/^[0-9a-f-]{36}$/),
				metadata: { run: 'one' },
			});
		}
		const dataOf = (type: string): unknown =>
			received.find(({ body }) => String(body.type) === type)?.body.data;
		expect(dataOf('agent.started')).toEqual([]);
		expect(dataOf('agent.action')).toEqual([
			{
				creditsUsed: expect.any(Number),
				action: 'scrape',
				input: { url: `${service.current.url}/pages/article.html` },
			},
		]);
		const { json } = await agent.get(service.current, id);
		expect(dataOf('agent.completed')).toEqual([{ creditsUsed: json.creditsUsed, data: json.data }]);
	});

	it('end with a failed event that has the error of the run', async () => {
		const id = await ended('refused', { events: ['completed', 'failed', 'cancelled'] });
		await until(() => received.length === 1);
		const { json } = await agent.get(service.current, id);
		expect(received[0]?.body).toMatchObject({
			success: false,
			type: 'agent.failed',
			id,
			data: [{ creditsUsed: 0 }],
			error: json.error,
		});
	});

	it('end with a cancelled event without an error', async () => {
		const id = await agent.started(service.current, {
			webhook: webhook({ events: ['completed', 'failed', 'cancelled'] }),
		});
		await agent.cancel(service.current, id);
		service.current.advanceClock(MINUTE_MS);
		await agent.ended(service.current, id);
		await until(() => received.length === 1);
		expect(received[0]?.body).toMatchObject({ success: false, type: 'agent.cancelled', id });
		expect(received[0]?.body).not.toHaveProperty('error');
	});

	it('are sent to a webhook given as a string, and signed', async () => {
		await agent.finished(service.current, { webhook: receiver.url });
		await until(() => received.length >= 3);
		expect(received.map(({ headers }) => headers['x-firecrawl-signature'])).toEqual(
			received.map(({ raw }) => `sha256=${createHmac('sha256', 'tide').update(raw).digest('hex')}`),
		);
	});

	it('are not sent without a webhook', async () => {
		await agent.finished(service.current);
		expect(service.current.webhooks).toEqual([]);
	});
});

describe('webhook request', () => {
	const started = (fields: object = {}) =>
		startedBatch(service.current, {
			urls: syntheticUrls(1),
			webhook: webhook({ events: ['started'], ...fields }),
		});

	it('is signed over the raw body', async () => {
		await started({ headers: { 'X-Note': 'hello' } });
		const [{ headers, raw } = { headers: {}, raw: '' }] = received;
		const signature = createHmac('sha256', 'tide').update(raw).digest('hex');
		expect(headers).toMatchObject({
			'content-type': 'application/json',
			'x-note': 'hello',
			'x-firecrawl-signature': `sha256=${signature}`,
		});
	});

	it('has no signature without a secret', async () => {
		service.current.configure({ webhookSecret: '' });
		await started();
		expect(received[0]?.headers).not.toHaveProperty('x-firecrawl-signature');
	});

	it('is repeated after 1, 5, and 15 minutes with the same id', async () => {
		receiver.status = 500;
		await started();
		const start = time.now();
		for (const [index, minutes] of [1, 5, 15].entries()) {
			service.current.advanceClock(minutes * MINUTE_MS);
			await until(() => received.length === index + 2);
			await until(() => service.current.webhooks[0]?.attempts.length === index + 2);
		}
		service.current.advanceClock(60 * MINUTE_MS);
		const [delivery] = service.current.webhooks;
		expect(delivery?.attempts.map(({ at }) => (at - start) / MINUTE_MS)).toEqual([0, 1, 6, 21]);
		expect(delivery?.delivered).toBe(false);
		expect(new Set(received.map(({ body }) => body.webhookId)).size).toBe(1);
	});

	it('is not repeated after a response of 2xx', async () => {
		receiver.status = 500;
		await started();
		receiver.status = 204;
		service.current.advanceClock(MINUTE_MS);
		await until(() => service.current.webhooks[0]?.delivered === true);
		service.current.advanceClock(60 * MINUTE_MS);
		expect(received).toHaveLength(2);
	});

	it('counts as an attempt if the receiver does not respond', async () => {
		await started({ url: 'http://127.0.0.1:1/' });
		expect(service.current.webhooks[0]?.attempts).toMatchObject([{ status: null }]);
	});
});
