import { createHmac } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { syntheticUrls } from '../localService/jobClient';
import { until } from '../localService/testClient';
import { useBuiltNode } from '../support/useBuiltNode';
import { useWebhookReceiver } from '../support/useWebhookReceiver';

const { service, execute } = useBuiltNode();

const receiver = useWebhookReceiver<IDataObject>();
const { received } = receiver;

const types = (): unknown[] => received.map(({ body }) => body.type).sort();

const [failing = '', ...others] = syntheticUrls(2);

const forms: Record<string, () => INodeParameters> = {
	batch_scrape: () => ({
		resource: 'batchScrape',
		operation: 'run',
		urls: [failing, ...others].join('\n'),
	}),
	crawl: () => ({ resource: 'crawl', operation: 'run', url: `${service.url}/site/`, limit: 2 }),
};

describe.each(Object.keys(forms))('the webhook of a job, %s', (kind) => {
	async function run(fields: INodeParameters, events: number): Promise<IDataObject[]> {
		const webhook = { url: receiver.url, ...fields };
		const { items } = await execute({ parameters: { ...forms[kind]?.(), options: { webhook } } });
		await until(() => received.length >= events);
		return items.map(({ json }) => json);
	}

	it('receives the start, each page, and the end, with the metadata', async () => {
		const metadata = { entry: [{ name: 'customer', value: '4711' }] };
		const pages = await run({ metadata }, 4);
		expect(types()).toEqual([
			`${kind}.completed`,
			`${kind}.page`,
			`${kind}.page`,
			`${kind}.started`,
		]);
		const [job] = service.jobs.all;
		for (const { body } of received) {
			expect(body).toMatchObject({ success: true, id: job?.id, metadata: { customer: '4711' } });
		}
		const sent = received.flatMap(({ body }) => body.data as IDataObject[]);
		expect(sent.map(({ markdown }) => markdown).sort()).toEqual(
			pages.map(({ markdown }) => markdown).sort(),
		);
	});

	it('receives only the selected events, with the custom headers', async () => {
		const headers = { header: [{ name: 'X-Token', value: 'abc' }] };
		await run({ events: ['completed'], headers }, 1);
		expect(types()).toEqual([`${kind}.completed`]);
		expect(received[0]?.headers).toMatchObject({ 'x-token': 'abc' });
	});

	it('receives a signature of each body if the account has a secret', async () => {
		service.configure({ webhookSecret: 'tide' });
		await run({}, 4);
		const digest = (raw: string) => createHmac('sha256', 'tide').update(raw).digest('hex');
		expect(received.map(({ headers }) => headers['x-firecrawl-signature'])).toEqual(
			received.map(({ raw }) => `sha256=${digest(raw)}`),
		);
	});

	it('receives no signature if the account has no secret', async () => {
		await run({}, 4);
		for (const { headers } of received) {
			expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
		}
	});

	it('receives a failed page with its URL and the reason', async () => {
		const url = kind === 'crawl' ? `${service.url}/site/*` : failing;
		service.jobs.planNext([{ pages: [{ url, error: { error: 'No response' } }] }]);
		const parameters = { ...forms[kind]?.(), options: { webhook: { url: receiver.url } } };
		await execute({ parameters, onError: 'continueRegularOutput' });
		await until(() => types().includes(`${kind}.completed`));
		const failed = received.filter(({ body }) => body.success === false);
		expect(failed[0]?.body).toMatchObject({
			type: `${kind}.page`,
			data: [{ metadata: { sourceURL: expect.stringContaining('http') } }],
			error: 'No response',
		});
	});
});
