import { randomUUID } from 'node:crypto';
import { eventLabels, OTHER_TYPES } from '../../nodes/WebData/triggers/events/event';
import { signatureOf } from '../../nodes/WebData/triggers/events/verify';
import { finishedRun, startedBatch, syntheticUrls, unknownId } from '../localService/jobClient';
import { OTHER_TEAM_API_KEY } from '../localService/localService';
import { call, until } from '../localService/testClient';
import { loadBuiltNode } from '../support/builtNode';
import { startTriggerHost, useTriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const eventTypes = Object.keys(eventLabels);
const MINUTE_MS = 60_000;
const SECRET = 'tide';
const { service, respond } = useBuiltNode({ jobPageMs: 1000, webhookSecret: SECRET });
const host = useTriggerHost(() => ({
	...{ baseUrl: service.url, apiKey: service.apiKey, webhookSecret: SECRET },
}));

const webhook = (fields: object = {}): object => ({ url: host.url, ...fields });

async function endedBatch(fields: object = {}): Promise<string> {
	const id = await startedBatch(service, { urls: syntheticUrls(2), ...fields });
	service.advanceClock(MINUTE_MS);
	return id;
}

const event = (fields: object = {}): string =>
	JSON.stringify({
		...{ success: true, type: 'crawl.completed', id: unknownId, webhookId: randomUUID() },
		...{ data: [], metadata: {} },
		...fields,
	});

const sign = (body: string): Record<string, string> => ({
	'X-Firecrawl-Signature': signatureOf(Buffer.from(body), SECRET),
});

const postSigned = (body: string): Promise<number> => host.post(body, sign(body));

const received = () => host.executions.flat().map(({ json }) => json);
const typesOf = (): unknown[] => host.executions.map(([item]) => item?.json.type).sort();

describe('events of a batch scrape', () => {
	it('start the workflow once each, with the pages as items, without the API key', async () => {
		const id = await endedBatch({ webhook: webhook({ metadata: { run: 'one' } }) });
		await until(() => host.executions.length === 4);
		const names = ['completed', 'page', 'page', 'started'];
		expect(typesOf()).toEqual(names.map((name) => `batch_scrape.${name}`));
		const page = host.executions.find(([item]) => item?.json.type === 'batch_scrape.page');
		const json = {
			...{ type: 'batch_scrape.page', id, success: true, metadata: { run: 'one' } },
			data: expect.objectContaining({ markdown: expect.any(String) as string }) as object,
			webhookId: expect.any(String) as string,
		};
		expect(page).toEqual([{ json }]);
		expect(host.statuses).toEqual([200, 200, 200, 200]);
		expect(JSON.stringify([host.executions, host.log])).not.toContain(service.apiKey);
	});

	it('start the workflow with a later attempt if n8n could not start it', async () => {
		const body = event();
		host.failsToStart = true;
		expect(await postSigned(body)).toBe(500);
		host.failsToStart = false;
		expect([await postSigned(body), await postSigned(body)]).toEqual([200, 200]);
		expect(host.executions).toHaveLength(1);
	});
});

describe('an event that was not sent by the service', () => {
	it('is refused, and the log names the secret', async () => {
		host.credential.webhookSecret = 'another';
		expect(await postSigned(event())).toBe(401);
		expect(host.executions).toEqual([]);
		expect(host.log[0]).toContain("Check the credential's 'Webhook Secret'");
	});

	it('is refused if the secret is blank, and so is the activation, except at the start of n8n', async () => {
		host.credential.webhookSecret = ' ';
		expect(await postSigned(event())).toBe(401);
		expect(host.log[0]).toContain("'Webhook Secret' is not text, or contains only spaces");
		await expect(host.activate()).rejects.toThrow("'Webhook Secret' is not text");
		host.activationMode = 'init';
		await expect(host.activate()).resolves.toBeUndefined();
	});

	it('is refused if its body is not an event', async () => {
		expect(await postSigned('{"success":true}')).toBe(400);
		expect(host.executions).toEqual([]);
	});
});

describe('a replayed event', () => {
	it('does not start the workflow after a restart of n8n', async () => {
		const body = event();
		await postSigned(body);
		const stored: unknown = JSON.parse(JSON.stringify(host.staticData));
		const restarted = await startTriggerHost(loadBuiltNode('WebDataTrigger'));
		Object.assign(restarted, { staticData: stored, credential: host.credential });
		expect(await restarted.post(body, sign(body))).toBe(200);
		expect(restarted.executions).toEqual([]);
		await restarted.close();
	});

	it('starts the workflow again in a test', async () => {
		host.mode = 'manual';
		const body = event();
		expect([await postSigned(body), await postSigned(body)]).toEqual([200, 200]);
		expect([host.executions.length, host.staticData]).toEqual([2, {}]);
	});
});

it.each([...eventTypes, OTHER_TYPES])('the filter lets the event type %s pass', async (type) => {
	host.parameters = { eventTypes: [type] };
	for (const sent of [...eventTypes, 'tide.turned']) await postSigned(event({ type: sent }));
	expect(typesOf()).toEqual([type === OTHER_TYPES ? 'tide.turned' : type]);
});

it('only events of the Job IDs pass, in any spelling', async () => {
	host.parameters = { options: { jobIds: ` ${unknownId.toUpperCase()} ` } };
	for (const id of [randomUUID(), unknownId]) await postSigned(event({ id }));
	expect(received()).toMatchObject([{ id: unknownId }]);
});

it('Signature Header names the header of the signature', async () => {
	host.parameters = { options: { signatureHeader: ' X-Tide ' } };
	const body = event();
	expect(await host.post(body, { 'X-Tide': signatureOf(Buffer.from(body), SECRET) })).toBe(200);
	expect(await postSigned(event())).toBe(401);
});

it('a trigger without a monitor sends no request when the workflow is activated and deactivated', async () => {
	host.parameters = { source: 'jobEvents' };
	await host.activate();
	host.credential = {};
	expect(await host.deactivate()).toBe(true);
	expect([service.requests, host.log]).toEqual([[], []]);
});

describe('Read Status', () => {
	beforeEach(() => {
		host.parameters = { options: { readStatus: true } };
	});

	const endedEvent = async () => event({ type: 'batch_scrape.completed', id: await endedBatch() });

	const crawl = async () => {
		const { json } = await call(service, 'POST', '/v2/crawl', { url: `${service.url}/site/` });
		return String(json.id);
	};

	it.each<[string, () => Promise<string>, string]>([
		['agent.completed', () => finishedRun(service), 'completed'],
		['batch_scrape.completed', endedBatch, 'completed'],
		['crawl.started', crawl, 'scraping'],
	])('adds the current status of the job, without its pages: %s', async (type, start, status) => {
		await postSigned(event({ type, id: await start() }));
		const [{ current } = {}] = received();
		expect(current).toMatchObject({ status });
		if (type.startsWith('batch')) expect(current).not.toHaveProperty('data');
	});

	it('starts the workflow once if the service repeats the event while the status is read', async () => {
		const body = await endedEvent();
		expect(await Promise.all([postSigned(body), postSigned(body)])).toEqual([200, 200]);
		expect(host.executions).toHaveLength(1);
	});

	it('waits for the status of a job that has just started', async () => {
		const body = event({ type: 'crawl.started', id: await crawl() });
		respond({ success: false, error: 'Job not found' }, { status: 404, times: 2 });
		expect(await postSigned(body)).toBe(200);
		expect(received()).toMatchObject([{ current: { status: 'completed' } }]);
		expect(service.requests).toHaveLength(4);
	});

	it('adds nothing to an event that belongs to no job', async () => {
		const data = [{ monitorId: unknownId }];
		expect(await postSigned(event({ type: 'tide.turned', data }))).toBe(200);
		expect(received()).toMatchObject([{ type: 'tide.turned', success: true }]);
		expect(service.requests).toEqual([]);
	});

	it('lets the service repeat an event of a job that the account does not have yet', async () => {
		const body = await endedEvent();
		const { apiKey } = host.credential;
		host.credential.apiKey = OTHER_TEAM_API_KEY;
		expect(await postSigned(body)).toBe(503);
		expect(host.executions).toEqual([]);
		host.credential.apiKey = apiKey;
		expect(await postSigned(body)).toBe(200);
		expect(host.executions).toHaveLength(1);
	});
});

it('an event with too many elements is refused before its items are created', async () => {
	host.credential.webhookSecret = '';
	const fields = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`f${index}`, 0]));
	const data = Array.from({ length: 4000 }, () => 0);
	expect(await host.post(event({ ...fields, data }))).toBe(413);
	expect(host.executions).toEqual([]);
	expect(host.log[0]).toContain('rejected an event');
});
