// n8n's egress filter switched on: the node keeps to it and says how an admin makes an exception.
import { itemsOf } from './execution';
import { SET_UP_TIMEOUT_MS, type Stage, openStage } from './setup';
import { chain, webDataNode, webhookNode } from './workflow';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage({ env: { N8N_SSRF_PROTECTION_ENABLED: 'true' } });
}, SET_UP_TIMEOUT_MS);

afterAll(async () => {
	await stage?.close();
}, 60_000);

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

it.each(loopback)(
	'refuses the base URL http://%s',
	async (host) => {
		const { reason, description } = await scrapeThrough(baseUrl(host));
		expect(`${reason} ${description}`).toMatch(/N8N_SSRF_ALLOWED_(IP_RANGES|HOSTNAMES)/);
	},
	60_000,
);

it.each(loopback)('refuses it in the credential’s test, too: http://%s', async (host) => {
	const answer = await stage.n8n.testCredential({ baseUrl: baseUrl(host), apiKey: stage.apiKey });
	expect(answer).toEqual({
		status: 'Error',
		message: expect.stringMatching(/N8N_SSRF_ALLOWED_(IP_RANGES|HOSTNAMES)/),
	});
});

it('has let nothing through', () => {
	expect(stage.service.requests).toEqual([]);
});

function baseUrl(host: string): string {
	return `http://${host}:${new URL(stage.service.url).port}`;
}

async function scrapeThrough(address: string): Promise<{ reason: unknown; description: unknown }> {
	const path = `egress-${new URL(address).hostname.replace(/\W/g, '')}`;
	const { id } = await stage.n8n.createCredential(address, {
		baseUrl: address,
		apiKey: stage.apiKey,
	});
	const workflow = await stage.n8n.importWorkflow(
		chain(
			path,
			[
				webhookNode(path, { responseMode: 'onReceived' }),
				webDataNode({ url: 'https://example.com' }, { onError: 'continueRegularOutput' }),
			],
			[],
		),
		{ id, name: address },
	);
	await stage.n8n.activate(workflow);
	await stage.n8n.webhook(path, { body: {} });
	const [item] = itemsOf(await stage.n8n.waitForExecution(workflow), 'Web Data');
	return { reason: item?.error, description: item?.message };
}
