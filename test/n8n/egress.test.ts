import { outputItemsOf } from './execution';
import { useSetup } from './setup';
import { webDataNode, webhookChain } from './workflow';

const setup = useSetup({ env: { N8N_SSRF_PROTECTION_ENABLED: 'true' } });

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

it.each(loopback)(
	"n8n's egress filter blocks the base URL http://%s",
	async (host) => {
		const { reason, description } = await scrapeThrough(baseUrl(host));
		expect(`${reason} ${description}`).toMatch(/N8N_SSRF_ALLOWED_(IP_RANGES|HOSTNAMES)/);
	},
	60_000,
);

it.each(loopback)("n8n's egress filter blocks the credential test for http://%s", async (host) => {
	const answer = await setup.n8n.testCredential({ baseUrl: baseUrl(host), apiKey: setup.apiKey });
	expect(answer).toEqual({
		status: 'Error',
		message: expect.stringMatching(/N8N_SSRF_ALLOWED_(IP_RANGES|HOSTNAMES)/),
	});
});

it("n8n's egress filter let no request through", () => {
	expect(setup.service.requests).toEqual([]);
});

function baseUrl(host: string): string {
	return `http://${host}:${new URL(setup.service.url).port}`;
}

async function scrapeThrough(address: string): Promise<{ reason: unknown; description: unknown }> {
	const path = `egress-${new URL(address).hostname.replace(/\W/g, '')}`;
	const { id } = await setup.n8n.createCredential(address, {
		baseUrl: address,
		apiKey: setup.apiKey,
	});
	const workflow = await setup.n8n.importWorkflow(
		webhookChain(path, [
			webDataNode({ url: 'https://example.com' }, { onError: 'continueRegularOutput' }),
		]),
		{ id, name: address },
	);
	await setup.n8n.activate(workflow);
	await setup.n8n.webhook(path, { body: {} });
	const [item] = outputItemsOf(await setup.n8n.waitForExecution(workflow), 'Web Data');
	return { reason: item?.error, description: item?.message };
}
