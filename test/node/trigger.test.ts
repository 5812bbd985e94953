import { randomUUID } from 'node:crypto';
import { signatureOf } from '../../nodes/WebData/api/webhook/verify';
import recorded from '../api/webhook/recorded.json';
import * as agent from '../localService/agentClient';
import { startedBatch, syntheticUrls, unknownId } from '../localService/jobClient';
import { OTHER_TEAM_API_KEY } from '../localService/localService';
import { until } from '../localService/testClient';
import { loadBuiltNode } from '../support/builtNode';
import { startTriggerHost, type TriggerHost } from '../support/triggerHost';
import { useBuiltNode } from '../support/useBuiltNode';

const MINUTE_MS = 60_000;
const SECRET = 'tide';
const trigger = loadBuiltNode('WebDataTrigger');
const { service } = useBuiltNode({ jobPageMs: 1000, webhookSecret: SECRET });
let host: TriggerHost;

beforeAll(async () => {
	host = await startTriggerHost(trigger);
});
beforeEach(() => {
	host.reset();
	host.credential = { baseUrl: service.url, apiKey: service.apiKey, webhookSecret: SECRET };
});
afterAll(() => host.close());

const webhook = (fields: object = {}): object => ({ url: host.url, ...fields });

async function endedBatch(fields: object = {}): Promise<string> {
	const id = await startedBatch(service, { urls: syntheticUrls(2), ...fields });
	service.advanceClock(MINUTE_MS);
	return id;
}

const event = (fields: object = {}): string =>
	JSON.stringify({
		success: true,
		type: 'crawl.completed',
		id: unknownId,
		webhookId: randomUUID(),
		data: [],
		metadata: {},
		...fields,
	});

const sign = (body: string): Record<string, string> => ({
	'X-Firecrawl-Signature': signatureOf(Buffer.from(body), SECRET),
});

const postSigned = (body: string): Promise<number> => host.post(body, sign(body));

const typesOf = (): unknown[] => host.executions.map(([item]) => item?.json.type).sort();

describe('events of a batch scrape', () => {
	it('start the workflow once each, with the pages as items', async () => {
		const id = await endedBatch({ webhook: webhook({ metadata: { run: 'one' } }) });
		await until(() => host.executions.length === 4);
		expect(typesOf()).toEqual([
			'batch_scrape.completed',
			'batch_scrape.page',
			'batch_scrape.page',
			'batch_scrape.started',
		]);
		const page = host.executions.find(([item]) => item?.json.type === 'batch_scrape.page');
		expect(page).toEqual([
			{
				json: {
					type: 'batch_scrape.page',
					id,
					success: true,
					data: expect.objectContaining({ markdown: expect.any(String) }),
					metadata: { run: 'one' },
					webhookId: expect.any(String),
				},
			},
		]);
		expect(host.statuses).toEqual([200, 200, 200, 200]);
	});

	it('start the workflow once if the service repeats them', async () => {
		host.parameters = { eventTypes: ['batch_scrape.completed'] };
		const body = event({ type: 'batch_scrape.completed' });
		expect([await postSigned(body), await postSigned(body)]).toEqual([200, 200]);
		expect(host.executions).toHaveLength(1);
	});

	it('start the workflow with a later attempt if n8n could not start it', async () => {
		const body = event();
		host.failsToStart = true;
		expect(await postSigned(body)).toBe(500);
		host.failsToStart = false;
		expect([await postSigned(body), await postSigned(body)]).toEqual([200, 200]);
		expect(host.executions).toHaveLength(1);
	});

	it('that were sent in the same moment start the workflow once each', async () => {
		const bodies = [event(), event(), event()];
		expect(await Promise.all(bodies.map(postSigned))).toEqual([200, 200, 200]);
		expect(host.executions).toHaveLength(3);
	});

	const startedEvent = async () => {
		await startedBatch(service, {
			urls: syntheticUrls(1),
			webhook: webhook({ events: ['started'] }),
		});
		return async (attempts: number): Promise<void> => {
			service.advanceClock(15 * MINUTE_MS);
			await until(() => service.webhooks[0]?.attempts.length === attempts);
		};
	};

	it('start the workflow with a later attempt once the secret is right', async () => {
		host.credential.webhookSecret = 'another';
		const repeated = await startedEvent();
		host.credential.webhookSecret = SECRET;
		await repeated(2);
		expect(host.statuses).toEqual([401, 200]);
		expect(host.log[0]).toContain("Check the credential's 'Webhook Secret'");
		expect(typesOf()).toEqual(['batch_scrape.started']);
	});
});

describe('events of an agent run', () => {
	const run = (fields: object = {}): Promise<string> =>
		agent.finished(service, { webhook: webhook({ metadata: { run: 'one' } }), ...fields });
	const attempted = (count: number): Promise<void> => until(() => host.statuses.length === count);

	it('start the workflow once each, with the result of the run as an item', async () => {
		const id = await run();
		await attempted(3);
		expect(typesOf()).toEqual(['agent.action', 'agent.completed', 'agent.started']);
		const completed = host.executions.find(([item]) => item?.json.type === 'agent.completed');
		const { json } = await agent.get(service, id);
		expect(completed?.map((item) => item.json)).toEqual([
			{
				type: 'agent.completed',
				id,
				success: true,
				data: { creditsUsed: json.creditsUsed, data: json.data },
				metadata: { run: 'one' },
				webhookId: expect.any(String),
			},
		]);
	});

	it('have the reason of a failed run', async () => {
		host.parameters = { eventTypes: ['agent.failed'] };
		await run({ prompt: 'When? [outcome:refused]' });
		await attempted(3);
		expect(host.executions.flat().map(({ json }) => json)).toEqual([
			expect.objectContaining({ success: false, serviceError: 'The agent declined the task.' }),
		]);
	});

	it('have the current status of the run with Read Status', async () => {
		host.parameters = { eventTypes: ['agent.completed'], options: { readStatus: true } };
		await run();
		await until(() => host.executions.length === 1);
		expect(host.executions[0]?.[0]?.json.current).toMatchObject({ status: 'completed' });
	});
});

describe('an event that was not sent by the service', () => {
	it.each([
		['without a signature', {}],
		['with a wrong signature', { 'X-Firecrawl-Signature': `sha256=${'0'.repeat(64)}` }],
		['with the signature in another header', { 'X-Signature': 'sha256=00' }],
	])('is refused %s', async (_title, headers) => {
		expect(await host.post(event(), headers as Record<string, string>)).toBe(401);
		expect(host.executions).toEqual([]);
	});

	it('is refused if the body was changed or cut off after it was signed', async () => {
		const body = event();
		expect(await host.post(body.replace('true', 'null'), sign(body))).toBe(401);
		expect(await host.post(body.slice(0, -10), sign(body))).toBe(401);
	});

	it('is accepted without a secret', async () => {
		host.credential.webhookSecret = '';
		expect(await host.post(event())).toBe(200);
		expect(host.executions).toHaveLength(1);
	});

	it.each([[' '], [5], [{ secret: SECRET }], [null]])(
		'is refused if the secret is %j, and so is the activation',
		async (secret) => {
			host.credential.webhookSecret = secret;
			expect(await postSigned(event())).toBe(401);
			expect(host.executions).toEqual([]);
			expect(host.log[0]).toContain("'Webhook Secret' is not text, or contains only spaces");
			await expect(host.activate()).rejects.toThrow("'Webhook Secret' is not text");
		},
	);

	it.each(['', '{', '[]', '{"success":true}'])('is refused with the body %j', async (body) => {
		expect(await postSigned(body)).toBe(400);
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
		await postSigned(body);
		await postSigned(body);
		expect(host.executions).toHaveLength(2);
		expect(host.staticData).toEqual({});
	});
});

describe('recorded events of the live server', () => {
	it.each(recorded.requests.map(({ headers, body }) => [JSON.parse(body).type, headers, body]))(
		'start the workflow: %s',
		async (type, headers, body) => {
			host.credential.webhookSecret = recorded.secret;
			expect(await host.post(body as string, headers as Record<string, string>)).toBe(200);
			expect(typesOf()).toEqual([type]);
		},
	);
});

describe('the filters', () => {
	const metadata = (value: string) => ({ metadataFilter: { entry: [{ name: 'run', value }] } });

	it.each([
		[{ eventTypes: ['crawl.page'] }, 0],
		[{ eventTypes: ['crawl.completed'] }, 1],
		[{ options: { jobIds: [unknownId.toUpperCase()] } }, 1],
		[{ options: { jobIds: [randomUUID()] } }, 0],
		[{ options: metadata('one') }, 1],
		[{ options: metadata('two') }, 0],
	])('%j start %s executions, and the event is confirmed', async (parameters, count) => {
		host.parameters = parameters;
		expect(await postSigned(event({ metadata: { run: 'one' } }))).toBe(200);
		expect(host.executions).toHaveLength(count);
	});

	it('name the field of a value that is not valid', async () => {
		host.parameters = { options: { jobIds: ['4711'] } };
		expect(await postSigned(event())).toBe(500);
		expect(host.log[0]).toContain("'Options > Job IDs > 1' must be the ID of a job");
	});
});

it('Signature Header names the header of the signature', async () => {
	host.parameters = { options: { signatureHeader: 'X-Tide' } };
	const body = event();
	expect(await host.post(body, { 'X-Tide': signatureOf(Buffer.from(body), SECRET) })).toBe(200);
	expect(await postSigned(event())).toBe(401);
});

describe('Read Status', () => {
	beforeEach(() => {
		host.parameters = { options: { readStatus: true } };
	});

	it('adds the current status of the job, without its pages', async () => {
		const id = await endedBatch();
		await postSigned(event({ type: 'batch_scrape.completed', id }));
		expect(host.executions[0]?.[0]?.json.current).toEqual(
			expect.objectContaining({ status: 'completed', completed: 2 }),
		);
		expect(host.executions[0]?.[0]?.json.current).not.toHaveProperty('data');
	});

	it('refuses an event of a job that the account does not have', async () => {
		expect(await postSigned(event())).toBe(404);
		expect(host.executions).toEqual([]);
	});

	it('lets the service repeat an event of a job that the account does not have yet', async () => {
		const id = await endedBatch();
		const body = event({ type: 'batch_scrape.completed', id });
		const { apiKey } = host.credential;
		host.credential.apiKey = OTHER_TEAM_API_KEY;
		expect(await postSigned(body)).toBe(404);
		host.credential.apiKey = apiKey;
		expect(await postSigned(body)).toBe(200);
		expect(host.executions).toHaveLength(1);
	});

	it('lets the service repeat an event whose status cannot be read', async () => {
		const id = await endedBatch();
		const body = event({ type: 'batch_scrape.completed', id });
		service.addFaults({ times: 1, answer: { kind: 'errorRow', id: 'paymentRequired' } });
		expect(await postSigned(body)).toBe(503);
		expect(await postSigned(body)).toBe(200);
		expect(host.executions).toHaveLength(1);
	});

	it('starts the workflow once if an event arrives again while its status is read', async () => {
		const id = await endedBatch();
		const body = event({ type: 'batch_scrape.completed', id });
		expect(await Promise.all([postSigned(body), postSigned(body)])).toEqual([200, 200]);
		expect(host.executions).toHaveLength(1);
	});

	it('passes events of unknown types without a status', async () => {
		expect(await postSigned(event({ type: 'tide.turned' }))).toBe(200);
		expect(host.executions[0]?.[0]?.json).not.toHaveProperty('current');
	});
});

it('no item contains the API key or the secret', async () => {
	await endedBatch({ webhook: webhook() });
	await until(() => host.executions.length === 4);
	const items = JSON.stringify(host.executions);
	expect(items).not.toContain(service.apiKey);
	expect(host.log.join()).not.toContain(service.apiKey);
});

it('an event with too many elements is refused before its items are created', async () => {
	host.credential.webhookSecret = '';
	const fields = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`f${index}`, 0]));
	const data = Array.from({ length: 4000 }, () => 0);
	expect(await host.post(event({ ...fields, data }))).toBe(413);
	expect(host.executions).toEqual([]);
	expect(host.log[0]).toContain('rejected an event');
});
