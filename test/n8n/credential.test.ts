import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import {
	FORBIDDEN_API_KEY,
	type LocalService,
	startLocalService,
} from '../localService/localService';
import { hasEnded, outputItemsOf } from './execution';
import { keyTraces } from './keyTraces';
import type { CredentialTest } from './n8n';
import { SET_UP_TIMEOUT_MS, type Setup, openSetup, unmistakableKey } from './setup';
import { chain, setNode, splitOutNode, webDataNode, webhookNode } from './workflow';

let setup: Setup;
let secured: LocalService;
let stranger: Server;
const answers: Record<string, CredentialTest> = {};
const wrongKey = unmistakableKey();

beforeAll(async () => {
	setup = await openSetup();
	secured = await serviceWithOwnCertificate(setup.apiKey);
	stranger = await webSite();
	for (const [name, { baseUrl, apiKey }] of Object.entries(situations())) {
		answers[name] = await setup.n8n.testCredential({ baseUrl, apiKey });
	}
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	stranger?.close();
	await secured?.close();
	await setup?.close();
}, 60_000);

const situations = () => {
	const { url } = setup.service;
	const { apiKey } = setup;
	const { port } = stranger.address() as AddressInfo;
	return {
		works: { baseUrl: url, apiKey },
		wrongKey: { baseUrl: url, apiKey: wrongKey },
		noPermission: { baseUrl: url, apiKey: FORBIDDEN_API_KEY },
		noSuchAddress: { baseUrl: 'http://does-not-exist.invalid', apiKey },
		untrusted: { baseUrl: secured.url, apiKey },
		otherService: { baseUrl: `http://127.0.0.1:${port}`, apiKey },
	};
};

it.each([
	['works', 'OK', /./],
	['wrongKey', 'Error', /key/i],
	['noPermission', 'Error', /permission|not allowed|may not/i],
	['noSuchAddress', 'Error', /address|host|Base URL/i],
	['untrusted', 'Error', /certificate|TLS/i],
	['otherService', 'Error', /service/i],
])('%s: the test returns the status %s with its message', (name, status, message) => {
	expect(answers[name]).toEqual({ status, message: expect.stringMatching(message) });
});

it('the test returns a different message for each situation', () => {
	const messages = Object.values(answers).map(({ message }) => message);
	expect(new Set(messages).size).toBe(6);
});

it('the test accepts a base URL that ends with a slash or the version', async () => {
	const { apiKey } = setup;
	for (const end of ['/', '/v2', '/v2/']) {
		const baseUrl = `${setup.service.url}${end}`;
		expect(await setup.n8n.testCredential({ baseUrl, apiKey })).toMatchObject({ status: 'OK' });
	}
});

it('the test costs nothing: it sends only GET requests', () => {
	const methods = new Set(setup.service.requests.map(({ method }) => method));
	expect([...methods]).toEqual(['GET']);
});

it('the API key is in no message, log, or file', async () => {
	for (const key of [setup.apiKey, wrongKey]) {
		expect(JSON.stringify(answers)).not.toContain(key);
		expect(await keyTraces(setup.n8n, key)).toEqual([]);
	}
}, 60_000);

it('an API key with an expression is evaluated for each item', async () => {
	const { n8n, service, apiKey } = setup;
	const name = 'Key by item';
	const credential = { baseUrl: service.url, apiKey: '={{ $json.key }}' };
	const { id } = await n8n.createCredential(name, credential);
	const workflow = chain(
		name,
		[
			webhookNode('by-item'),
			splitOutNode('body.items'),
			webDataNode({ url: '={{ $json.url }}' }, { onError: 'continueErrorOutput' }),
		],
		[setNode('Scraped', {}), setNode('Failed', {})],
	);
	const imported = await n8n.importWorkflow(workflow, { id, name });
	await n8n.activate(imported);
	const url = `${service.url}/pages/article.html`;
	const items = [apiKey, wrongKey].map((key) => ({ key, url }));
	await n8n.webhook('by-item', { body: { items } });
	const execution = await n8n.waitForExecution(imported, hasEnded);
	expect(outputItemsOf(execution, 'Scraped')).toEqual([
		expect.objectContaining({ metadata: expect.objectContaining({ statusCode: 200 }) }),
	]);
	expect(outputItemsOf(execution, 'Failed')).toEqual([
		expect.objectContaining({
			key: wrongKey,
			details: expect.objectContaining({ httpCode: 401 }),
		}),
	]);
}, 60_000);

async function serviceWithOwnCertificate(apiKey: string): Promise<LocalService> {
	const pems = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
	return await startLocalService({ apiKey, tls: { key: pems.private, cert: pems.cert } });
}

async function webSite(): Promise<Server> {
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html');
		response.end('<!doctype html><title>Welcome</title><h1>Welcome</h1>');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}
