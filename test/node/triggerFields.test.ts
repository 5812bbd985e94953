import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { jobEventTypes, OTHER_TYPES } from '../../nodes/WebData/api/webhook/eventFilter';
import { signatureOf } from '../../nodes/WebData/api/webhook/verify';
import { invented } from '../cases/existing';
import * as agent from '../localService/agentClient';
import { startedBatch, syntheticUrls } from '../localService/jobClient';
import type { ReceivedRequest } from '../localService/localService';
import { crawlIssues } from '../localService/endpoints/crawl';
import {
	checkMonitorChange,
	checkNewMonitor,
	type TargetBody,
} from '../localService/endpoints/monitor';
import { checkScrapeBody } from '../localService/schemas/scrape';
import { call } from '../localService/testClient';
import { leafKeys, setKeys } from '../operations/formLeaves';
import { monitorFieldRows, smallestMonitorBody, smallestMonitorForm } from '../spec/triggerFields';
import { loadBuiltNode } from '../support/builtNode';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const SECRET = 'tide';
const { checkId, jobId } = invented;
const trigger = loadBuiltNode('WebDataTrigger');
const { properties } = trigger.description;
const { service, lines } = useBuiltNode();
let host: TriggerHost;

const tested = new Set<string>();

/** Activates the trigger with the form, and forgets the requests before. */
async function activate(form: IDataObject): Promise<void> {
	service.requests.length = 0;
	host.parameters = form as never;
	for (const key of setKeys(properties, form)) tested.add(key);
	await host.activate();
}

beforeAll(async () => {
	host = await startTriggerHost(trigger);
});
beforeEach(() => {
	host.reset();
	host.credential = { baseUrl: service.url, apiKey: service.apiKey };
});
afterAll(() => host.close());

/** Returns the only request with the line, such as `POST /v2/monitor`. */
function only(line: string): ReceivedRequest {
	const all = lines();
	expect(all.filter((each) => each === line)).toHaveLength(1);
	return service.requests[all.indexOf(line)] as ReceivedRequest;
}

const sentHeaders = { authorization: 'right', accept: 'application/json' };

const everyEvent = ['monitor.page', 'monitor.check.completed'];

const webhookWith = (events: string[] = everyEvent): object => ({
	url: host.url,
	headers: { 'x-web-data-token': host.staticData.token },
	metadata: { workflowId: 'workflow-id', nodeId: 'trigger-id' },
	events,
});

/** The monitor schema does not check the crawl and scrape options of a target. */
const targetIssues = ({ url = 'https://example.com', crawlOptions, scrapeOptions }: TargetBody) => [
	...crawlIssues({ url, ...crawlOptions }),
	...checkScrapeBody({ url, ...scrapeOptions }),
];

async function existingForm(): Promise<IDataObject> {
	const { json } = await call(service, 'POST', '/v2/monitor', smallestMonitorBody);
	const monitorId = { __rl: true, mode: 'id', value: String(json.data?.id) };
	return { source: 'monitor', monitorMode: 'existing', monitorId };
}

/** For each mode: the smallest form, and the request that registers the webhook. */
const modes = {
	create: {
		form: () => Promise.resolve(smallestMonitorForm),
		line: 'POST /v2/monitor',
		body: smallestMonitorBody,
	},
	existing: { form: existingForm, line: 'PATCH /v2/monitor/{id}', body: {} },
};

it.each(monitorFieldRows.map((row) => [row.field, row] as const))(
	'a monitor that the trigger creates contains %s as set, and no other fields',
	async (_field, { form, sent }) => {
		await activate({ ...smallestMonitorForm, ...form });
		expect(lines()).toEqual(['GET /v2/monitor?limit=100&offset=0', 'POST /v2/monitor']);
		const { headers, body } = only('POST /v2/monitor');
		expect(headers).toMatchObject({ ...sentHeaders, 'content-type': 'application/json' });
		expect(body).toEqual({ ...smallestMonitorBody, ...sent, webhook: webhookWith() });
		expect(checkNewMonitor(body)).toEqual([]);
		expect((body as { targets: TargetBody[] }).targets.flatMap(targetIssues)).toEqual([]);
	},
);

it('an existing monitor is the monitor of the form, and gets only the webhook', async () => {
	const form = await existingForm();
	await activate(form);
	const path = `/v2/monitor/${(form.monitorId as { value: string }).value}`;
	expect(service.requests.map((request) => request.path)).toEqual([path, path]);
	const { headers, body } = only('PATCH /v2/monitor/{id}');
	expect(headers).toMatchObject({ ...sentHeaders, 'content-type': 'application/json' });
	expect(body).toEqual({ webhook: webhookWith() });
	expect(checkMonitorChange(body)).toEqual([]);
});

it.each([
	['delete', 'DELETE /v2/monitor/{id}', undefined],
	['pause', 'PATCH /v2/monitor/{id}', { status: 'paused' }],
])('a monitor is removed as set in When Deactivated: %s', async (onDeactivation, line, body) => {
	await activate({ ...smallestMonitorForm, onDeactivation });
	expect(await host.deactivate()).toBe(true);
	expect(only(line)).toMatchObject({ body, headers: { authorization: 'right' } });
});

/** An event, and how many executions it starts. */
type Delivery = [event: IDataObject, starts: number];

async function expectStarts(...deliveries: Delivery[]): Promise<void> {
	for (const [event, starts] of deliveries) {
		const before = host.executions.length;
		const body = JSON.stringify({ success: true, metadata: {}, webhookId: randomUUID(), ...event });
		const { token } = host.staticData;
		const headers = typeof token === 'string' ? { 'x-web-data-token': token } : undefined;
		expect(await host.post(body, headers)).toBe(200);
		expect(host.executions.length - before).toBe(starts);
	}
}

async function expectSignatureHeader(): Promise<void> {
	host.credential.webhookSecret = SECRET;
	const event = { type: 'crawl.started', id: checkId, webhookId: randomUUID(), data: [] };
	const body = JSON.stringify(event);
	const signature = signatureOf(Buffer.from(body), SECRET);
	const token = String(host.staticData.token);
	const post = (header: string): Promise<number> =>
		host.post(body, { 'x-web-data-token': token, [header]: signature });
	expect(await post('X-Firecrawl-Signature')).toBe(401);
	expect(await post('X-Tide')).toBe(200);
	expect(host.executions).toHaveLength(1);
}

function expectStatusRead(line: string, id: string): void {
	const { headers, path } = only(line);
	expect(headers).toMatchObject(sentHeaders);
	expect(path).toContain(id);
}

const pageEvent = (fields: IDataObject, starts: number): Delivery => [
	{ type: 'monitor.page', id: checkId, data: [{ url: 'https://a.example', ...fields }] },
	starts,
];

const checkEvent: Delivery = [
	{ type: 'monitor.check.completed', id: checkId, data: [{ status: 'completed' }] },
	1,
];

const pageStatuses = ['changed', 'error', 'new', 'same'];

const pageFilters: [title: string, options: IDataObject, deliveries: Delivery[]][] = [
	...pageStatuses.map((status): [string, IDataObject, Delivery[]] => [
		`Page Statuses: ${status}`,
		{ pageStatuses: [status] },
		pageStatuses.map((each) => pageEvent({ status: each }, each === status ? 1 : 0)),
	]),
	[
		'Only Meaningful Changes',
		{ onlyMeaningful: true },
		[true, false, null].map((isMeaningful) =>
			pageEvent({ status: 'changed', isMeaningful }, isMeaningful === false ? 0 : 1),
		),
	],
];

describe.each(['create', 'existing'] as const)('events of a monitor, with %s', (mode) => {
	const { form, line, body } = modes[mode];

	const activateWith = async (options: IDataObject): Promise<void> => {
		await activate({ ...(await form()), options });
		expect(only(line).body).toEqual({ ...body, webhook: webhookWith() });
		service.requests.length = 0;
	};

	it.each(everyEvent)('are those of Events: %s', async (event) => {
		await activate({ ...(await form()), events: [event] });
		expect(only(line).body).toEqual({ ...body, webhook: webhookWith([event]) });
	});

	it.each(pageFilters)('are filtered by %s, which is not sent', async (_title, options, events) => {
		await activateWith(options);
		await expectStarts(...events, checkEvent);
		expect(service.requests).toEqual([]);
	});

	it('are verified with the signature in Signature Header, which is not sent', async () => {
		await activateWith({ signatureHeader: 'X-Tide' });
		await expectSignatureHeader();
	});

	it('cause a request for the check with Read Status, which is not sent', async () => {
		await activateWith({ readStatus: true });
		const monitorId = String(host.staticData.monitorId);
		const { json } = await call(service, 'POST', `/v2/monitor/${monitorId}/run`, {});
		service.requests.length = 0;
		const data = [{ monitorId, status: 'changed' }];
		await expectStarts([{ type: 'monitor.page', id: String(json.id), data }, 1]);
		const line = 'GET /v2/monitor/{id}/checks/{id}?limit=1';
		expectStatusRead(line, `/${monitorId}/checks/${String(json.id)}?`);
	});
});

describe('job events', () => {
	const form = (fields: IDataObject = {}): IDataObject => ({ source: 'jobEvents', ...fields });
	const jobEvent = (type: string, starts: number, fields: IDataObject = {}): Delivery => [
		{ type, id: jobId, data: [], ...fields },
		starts,
	];

	it('cause no request when the workflow is activated and deactivated', async () => {
		await activate(form());
		expect(await host.deactivate()).toBe(true);
		expect(service.requests).toEqual([]);
	});

	it.each([...jobEventTypes, OTHER_TYPES])('are filtered by Event Types: %s', async (type) => {
		await activate(form({ eventTypes: [type] }));
		await expectStarts(
			...jobEventTypes.map((other) => jobEvent(other, other === type ? 1 : 0)),
			jobEvent('tide.turned', type === OTHER_TYPES ? 1 : 0),
		);
		expect(service.requests).toEqual([]);
	});

	it('are filtered by Job IDs', async () => {
		await activate(form({ options: { jobIds: [jobId] } }));
		await expectStarts(jobEvent('crawl.page', 1), jobEvent('crawl.page', 0, { id: checkId }));
	});

	it('are filtered by the names and values of Metadata', async () => {
		const entry = [{ name: 'customer', value: '4711' }];
		await activate(form({ options: { metadataFilter: { entry } } }));
		await expectStarts(
			jobEvent('crawl.page', 1, { metadata: { customer: '4711', run: '1' } }),
			jobEvent('crawl.page', 0, { metadata: { customer: '4712' } }),
			jobEvent('crawl.page', 0, { metadata: { client: '4711' } }),
		);
	});

	it('are verified with the signature in Signature Header', async () => {
		await activate(form({ options: { signatureHeader: 'X-Tide' } }));
		await expectSignatureHeader();
	});

	const started = {
		agent: () => agent.started(service),
		batch: () => startedBatch(service, { urls: syntheticUrls(1) }),
		crawl: async () => {
			const { json } = await call(service, 'POST', '/v2/crawl', { url: `${service.url}/site/` });
			return String(json.id);
		},
	};

	it.each([
		['agent.action', 'GET /v2/agent/{id}', started.agent],
		['batch_scrape.started', 'GET /v2/batch/scrape/{id}?limit=1', started.batch],
		['crawl.started', 'GET /v2/crawl/{id}?limit=1', started.crawl],
	])('cause a request for the job with Read Status: %s', async (type, line, start) => {
		await activate(form({ options: { readStatus: true } }));
		const id = await start();
		service.requests.length = 0;
		await expectStarts(jobEvent(type, 1, { id }));
		expectStatusRead(line, id);
		expect(host.executions[0]?.[0]?.json.current).toMatchObject({ status: expect.any(String) });
	});
});

it('each field of the form was set by a test above', () => {
	expect(leafKeys(properties).filter((key) => !tested.has(key))).toEqual([]);
});
