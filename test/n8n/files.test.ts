import type { FaultAnswer } from '../localService/faults';
import { type Execution, itemsOf, outputItemsOf } from './execution';
import { useSetup } from './setup';
import { webDataNode, webhookChain } from './workflow';

/** Allows n8n to connect to the local service, but to no other internal address. */
const env = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
};

const setup = useSetup({ env });

afterEach(() => setup.service.reset());

const scrape = async (
	path: string,
	page: string,
	parameters: Record<string, unknown>,
): Promise<Execution> => {
	const url = `${setup.service.url}/pages/${page}`;
	const node = webDataNode({ url, downloadFiles: true, ...parameters });
	return await setup.execute(webhookChain(path, [node]));
};

const formats = (...types: string[]) => ({ format: types.map((type) => ({ type })) });

it.each([
	['gone', '/files/gone.png', /'screenshot'.*404 \(the file does not exist\)/],
	['blocked', 'http://127.0.0.2:9/a.png', /'screenshot'.*127\.0\.0\.2.*N8N_SSRF_ALLOWED_IP_RANGES/],
])(
	'a link to a file that is %s stays in the JSON and is named in a hint',
	async (path, link, hint) => {
		const screenshot = new URL(link, setup.service.url).href;
		const body = { success: true, data: { markdown: '# Tides', screenshot } };
		const answer: FaultAnswer = { kind: 'json', status: 200, body };
		setup.service.addFaults({ when: { path: '/v2/scrape' }, answer });
		const execution = await scrape(path, 'article.html', { formats: formats('screenshot') });
		const [item] = itemsOf(execution);
		expect(item).toMatchObject({ json: { markdown: '# Tides', screenshot } });
		expect(item).not.toHaveProperty('binary');
		expect(execution.nodes['Web Data']?.[0]?.hints).toMatchObject([
			{ message: expect.stringMatching(hint) },
		]);
	},
);

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
