import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { signatureOf } from '../../nodes/WebData/api/webhook/verify';
import * as agent from '../localService/agentClient';
import { startedBatch, syntheticUrls } from '../localService/jobClient';
import type { ReceivedRequest } from '../localService/localService';
import { crawlIssues } from '../localService/schemas/crawl';
import {
	checkMonitorChange,
	checkNewMonitor,
	type TargetBody,
} from '../localService/schemas/monitor';
import { checkScrapeBody } from '../localService/schemas/scrape';
import { call } from '../localService/testClient';
import { leafKeys, setKeys } from '../operations/formLeaves';
import { jobEventTypes, OTHER_TYPES } from '../../nodes/WebData/api/webhook/eventFilter';
import {
	monitorFieldRows,
	smallestMonitorBody,
	smallestMonitorForm,
	type MonitorFieldRow,
} from '../spec/triggerFields';
import { loadBuiltNode } from '../support/builtNode';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const SECRET = 'tide';
const trigger = loadBuiltNode('WebDataTrigger');
const { properties } = trigger.description;
const { service } = useBuiltNode();
let host: TriggerHost;

const tested = new Set<string>();

function fill(form: IDataObject): void {
	host.parameters = form as never;
	for (const key of setKeys(properties, form)) tested.add(key);
}

beforeAll(async () => {
	host = await startTriggerHost(trigger);
});
beforeEach(() => {
	host.reset();
	host.credential = { baseUrl: service.url, apiKey: service.apiKey };
});
afterAll(() => host.close());

const uuidIn = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const lineOf = ({ method, path }: ReceivedRequest): string =>
	`${method} ${path.replace(uuidIn, '{id}')}`;

const only = (line: string): ReceivedRequest => {
	const matching = service.requests.filter((request) => lineOf(request) === line);
	expect(matching).toHaveLength(1);
	return matching[0] as ReceivedRequest;
};

const jsonHeaders = {
	authorization: 'right',
	'content-type': 'application/json',
	accept: 'application/json',
};

const webhookWith = (events: string[]): object => ({
	url: host.url,
	headers: { 'x-web-data-token': host.staticData.token },
	metadata: { workflowId: 'workflow-id', nodeId: 'trigger-id' },
	events,
});

const everyEvent = ['monitor.page', 'monitor.check.completed'];

/** The monitor schema does not check the crawl and scrape options of a target. */
const targetIssues = ({ url = 'https://example.com', crawlOptions, scrapeOptions }: TargetBody) => [
	...crawlIssues({ url, ...crawlOptions }),
	...checkScrapeBody({ url, ...scrapeOptions }),
];

async function existingMonitor(): Promise<string> {
	const { json } = await call(service, 'POST', '/v2/monitor', smallestMonitorBody);
	service.requests.length = 0;
	return String(json.data?.id);
}

const existingForm = (monitorId: string, fields: IDataObject = {}): IDataObject => ({
	source: 'monitor',
	monitorMode: 'existing',
	monitorId: { __rl: true, mode: 'id', value: monitorId },
	...fields,
});

const smallestForms = {
	create: () => Promise.resolve(smallestMonitorForm),
	existing: async () => existingForm(await existingMonitor()),
};

describe('a monitor that the trigger creates', () => {
	it.each(monitorFieldRows.map((row) => [row.field, row] as const))(
		'contains %s as set, and no other fields',
		async (_field, { form, sent }: MonitorFieldRow) => {
			fill({ ...smallestMonitorForm, ...form });
			await host.activate();
			expect(service.requests.map(lineOf)).toEqual([
				'GET /v2/monitor?limit=100&offset=0',
				'POST /v2/monitor',
			]);
			const { headers, body } = only('POST /v2/monitor');
			expect(headers).toMatchObject(jsonHeaders);
			expect(body).toEqual({ ...smallestMonitorBody, ...sent, webhook: webhookWith(everyEvent) });
			expect(checkNewMonitor(body)).toEqual([]);
			expect((body as { targets: TargetBody[] }).targets.flatMap(targetIssues)).toEqual([]);
		},
	);

	it.each(everyEvent)('has the events of Events in its webhook: %s', async (event) => {
		fill({ ...smallestMonitorForm, events: [event] });
		await host.activate();
		expect(only('POST /v2/monitor').body).toEqual({
			...smallestMonitorBody,
			webhook: webhookWith([event]),
		});
	});

	it.each([
		['delete', 'DELETE /v2/monitor/{id}', undefined],
		['pause', 'PATCH /v2/monitor/{id}', { status: 'paused' }],
	])('is removed as set in When Deactivated: %s', async (onDeactivation, line, body) => {
		fill({ ...smallestMonitorForm, onDeactivation });
		await host.activate();
		expect(await host.deactivate()).toBe(true);
		expect(only(line)).toMatchObject({ body, headers: { authorization: 'right' } });
	});
});

describe('an existing monitor', () => {
	it('is the monitor of the form, and gets only the webhook', async () => {
		const id = await existingMonitor();
		fill(existingForm(id));
		await host.activate();
		expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			`GET /v2/monitor/${id}`,
			`PATCH /v2/monitor/${id}`,
		]);
		const { headers, body } = only('PATCH /v2/monitor/{id}');
		expect(headers).toMatchObject(jsonHeaders);
		expect(body).toEqual({ webhook: webhookWith(everyEvent) });
		expect(checkMonitorChange(body)).toEqual([]);
	});

	it.each(everyEvent)('has the events of Events in its webhook: %s', async (event) => {
		fill(existingForm(await existingMonitor(), { events: [event] }));
		await host.activate();
		expect(only('PATCH /v2/monitor/{id}').body).toEqual({ webhook: webhookWith([event]) });
	});
});

const checkId = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b18';

interface Delivery {
	event: IDataObject;
	starts: number;
}

async function expectStarts({ event, starts }: Delivery): Promise<void> {
	const before = host.executions.length;
	const body = JSON.stringify({ success: true, metadata: {}, webhookId: randomUUID(), ...event });
	const { token } = host.staticData;
	const headers = typeof token === 'string' ? { 'x-web-data-token': token } : undefined;
	expect(await host.post(body, headers)).toBe(200);
	expect(host.executions.length - before).toBe(starts);
}

const pageEvent = (fields: IDataObject, starts: number): Delivery => ({
	event: { type: 'monitor.page', id: checkId, data: [{ url: 'https://a.example', ...fields }] },
	starts,
});

const checkEvent = (starts: number): Delivery => ({
	event: { type: 'monitor.check.completed', id: checkId, data: [{ status: 'completed' }] },
	starts,
});

const pageStatuses = ['changed', 'error', 'new', 'same'];

const pageFilters: [title: string, options: IDataObject, deliveries: Delivery[]][] = [
	...pageStatuses.map((status): [string, IDataObject, Delivery[]] => [
		`Page Statuses: ${status}`,
		{ pageStatuses: [status] },
		[
			...pageStatuses.map((each) => pageEvent({ status: each }, each === status ? 1 : 0)),
			checkEvent(1),
		],
	]),
	[
		'Only Meaningful Changes',
		{ onlyMeaningful: true },
		[
			pageEvent({ status: 'changed', isMeaningful: true }, 1),
			pageEvent({ status: 'changed', isMeaningful: false }, 0),
			pageEvent({ status: 'changed', isMeaningful: null }, 1),
			checkEvent(1),
		],
	],
];

async function expectSignatureHeader(): Promise<void> {
	host.credential.webhookSecret = SECRET;
	const body = JSON.stringify({
		type: 'crawl.started',
		id: checkId,
		webhookId: randomUUID(),
		data: [],
	});
	const token = String(host.staticData.token);
	const post = (header: string): Promise<number> =>
		host.post(body, {
			'x-web-data-token': token,
			[header]: signatureOf(Buffer.from(body), SECRET),
		});
	expect(await post('X-Firecrawl-Signature')).toBe(401);
	expect(await post('X-Tide')).toBe(200);
	expect(host.executions).toHaveLength(1);
}

describe.each(['create', 'existing'] as const)('events of a monitor, with %s', (mode) => {
	const activate = async (options: IDataObject): Promise<void> => {
		fill({ ...(await smallestForms[mode]()), options });
		await host.activate();
		const bodies = service.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ body }) => body);
		const webhook = webhookWith(everyEvent);
		expect(bodies).toEqual([mode === 'create' ? { ...smallestMonitorBody, webhook } : { webhook }]);
		service.requests.length = 0;
	};

	it.each(pageFilters)(
		'are filtered by %s, which is not sent',
		async (_title, options, deliveries) => {
			await activate(options);
			for (const delivery of deliveries) await expectStarts(delivery);
			expect(service.requests).toEqual([]);
		},
	);

	it('are verified with the signature in Signature Header, which is not sent', async () => {
		await activate({ signatureHeader: 'X-Tide' });
		await expectSignatureHeader();
	});

	it('cause a request for the check with Read Status, which is not sent', async () => {
		await activate({ readStatus: true });
		const monitorId = String(host.staticData.monitorId);
		const { json } = await call(service, 'POST', `/v2/monitor/${monitorId}/run`, {});
		service.requests.length = 0;
		const data = [{ monitorId, status: 'changed' }];
		await expectStarts({ event: { type: 'monitor.page', id: String(json.id), data }, starts: 1 });
		const request = only('GET /v2/monitor/{id}/checks/{id}?limit=1');
		expect(request.headers).toMatchObject({ authorization: 'right', accept: 'application/json' });
		expect(request.path).toContain(`/${monitorId}/checks/${String(json.id)}?`);
	});
});

describe('job events', () => {
	const form = (fields: IDataObject = {}): IDataObject => ({ source: 'jobEvents', ...fields });
	const jobId = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b19';
	const jobEvent = (type: string, starts: number, fields: IDataObject = {}): Delivery => ({
		event: { type, id: jobId, data: [], ...fields },
		starts,
	});

	it('cause no request when the workflow is activated and deactivated', async () => {
		fill(form());
		await host.activate();
		expect(await host.deactivate()).toBe(true);
		expect(service.requests).toEqual([]);
	});

	it.each([...jobEventTypes, OTHER_TYPES])('are filtered by Event Types: %s', async (type) => {
		fill(form({ eventTypes: [type] }));
		for (const other of jobEventTypes) await expectStarts(jobEvent(other, other === type ? 1 : 0));
		await expectStarts(jobEvent('tide.turned', type === OTHER_TYPES ? 1 : 0));
		expect(service.requests).toEqual([]);
	});

	it('are filtered by Job IDs', async () => {
		fill(form({ options: { jobIds: [jobId] } }));
		await expectStarts(jobEvent('crawl.page', 1));
		await expectStarts(jobEvent('crawl.page', 0, { id: checkId }));
	});

	it('are filtered by the names and values of Metadata', async () => {
		const entry = [{ name: 'customer', value: '4711' }];
		fill(form({ options: { metadataFilter: { entry } } }));
		await expectStarts(jobEvent('crawl.page', 1, { metadata: { customer: '4711', run: '1' } }));
		await expectStarts(jobEvent('crawl.page', 0, { metadata: { customer: '4712' } }));
		await expectStarts(jobEvent('crawl.page', 0, { metadata: { client: '4711' } }));
	});

	it('are verified with the signature in Signature Header', async () => {
		fill(form({ options: { signatureHeader: 'X-Tide' } }));
		await expectSignatureHeader();
	});

	const jobs: [type: string, line: string, start: () => Promise<string>][] = [
		['agent.action', 'GET /v2/agent/{id}', () => agent.started(service)],
		[
			'batch_scrape.started',
			'GET /v2/batch/scrape/{id}?limit=1',
			() => startedBatch(service, { urls: syntheticUrls(1) }),
		],
		[
			'crawl.started',
			'GET /v2/crawl/{id}?limit=1',
			async () =>
				String((await call(service, 'POST', '/v2/crawl', { url: `${service.url}/site/` })).json.id),
		],
	];

	it.each(jobs)('cause a request for the job with Read Status: %s', async (type, line, start) => {
		fill(form({ options: { readStatus: true } }));
		const id = await start();
		service.requests.length = 0;
		await expectStarts(jobEvent(type, 1, { id }));
		const request = only(line);
		expect(request.headers).toMatchObject({ authorization: 'right', accept: 'application/json' });
		expect(request.path).toContain(id);
		expect(host.executions[0]?.[0]?.json.current).toMatchObject({ status: expect.any(String) });
	});
});

it('each field of the form was set by a test above', () => {
	expect(leafKeys(properties).filter((key) => !tested.has(key))).toEqual([]);
});
