import { fault } from '../localService/faults';
import { itemsOf, outputItemsOf } from './execution';
import { useSetup } from './setup';
import { webDataNode, webhookChain } from './workflow';

/** Allows n8n to connect to the local service, but to no other internal address. */
const env = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
};

const setup = useSetup({ env });

afterEach(() => setup.service.reset());

it('a link to a file that is blocked stays in the JSON and is named in a hint', async () => {
	const screenshot = 'http://127.0.0.2:9/a.png';
	const body = { success: true, data: { markdown: '# Tides', screenshot } };
	setup.service.addFaults(fault({ kind: 'json', status: 200, body }));
	const url = `${setup.service.url}/pages/article.html`;
	const formats = { format: [{ type: 'screenshot' }] };
	const node = webDataNode({ url, downloadFiles: true, formats });
	const execution = await setup.execute(webhookChain('blocked', [node]));
	const [item] = itemsOf(execution);
	expect(item).toMatchObject({ json: { markdown: '# Tides', screenshot } });
	expect(item).not.toHaveProperty('binary');
	const hint = /'screenshot'.*127\.0\.0\.2.*N8N_SSRF_ALLOWED_IP_RANGES/;
	expect(execution.nodes['Web Data']?.[0]?.hints).toMatchObject([
		{ message: expect.stringMatching(hint) },
	]);
});

describe("n8n's egress filter", () => {
	const blocked = ['127.0.0.2', '[::1]'];
	const remedy = /N8N_SSRF_ALLOWED_(IP_RANGES|HOSTNAMES)/;

	const credential = (host: string) => ({
		baseUrl: `http://${host}:${new URL(setup.service.url).port}`,
		apiKey: setup.apiKey,
	});

	it.each(blocked)('blocks the credential test and a scrape through http://%s', async (host) => {
		const answer = await setup.n8n.testCredential(credential(host));
		expect(answer).toEqual({ status: 'Error', message: expect.stringMatching(remedy) });
		const path = `egress-${host.replace(/\W/g, '')}`;
		const account = await setup.n8n.createCredential(host, credential(host));
		const node = webDataNode({ url: 'https://example.com' }, { onError: 'continueRegularOutput' });
		const workflow = webhookChain(path, [node]);
		const imported = await setup.n8n.importWorkflow(workflow, account);
		await setup.n8n.activate(imported);
		await setup.n8n.webhook(path, {});
		const execution = await setup.n8n.waitForExecution(imported);
		expect(JSON.stringify(outputItemsOf(execution, 'Web Data'))).toMatch(remedy);
		expect(setup.service.requests).toEqual([]);
	});
});
