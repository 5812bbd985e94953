import { outputItemsOf } from './execution';
import { useSetup } from './setup';
import { webDataNode, webhookChain } from './workflow';

/** Allows n8n to connect to the local service, but to no other internal address. */
const env = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
};

const setup = useSetup({ env });

it.each(['127.0.0.2', '[::1]'])(
	"n8n's egress filter blocks the credential test and a scrape through http://%s",
	async (host) => {
		const { n8n, service, apiKey } = setup;
		const remedy = /N8N_SSRF_ALLOWED_(IP_RANGES|HOSTNAMES)/;
		const data = { baseUrl: `http://${host}:${new URL(service.url).port}`, apiKey };
		const answer = await n8n.testCredential(data);
		expect(answer).toEqual({ status: 'Error', message: expect.stringMatching(remedy) });
		const node = webDataNode(
			{ url: 'https://example.com' },
			{
				onError: 'continueRegularOutput',
				credentials: { webDataApi: await n8n.createCredential(host, data) },
			},
		);
		const path = `egress-${host.replace(/\W/g, '')}`;
		const execution = await setup.execute(webhookChain(path, [node]));
		expect(JSON.stringify(outputItemsOf(execution, 'Web Data'))).toMatch(remedy);
		expect(service.requests).toEqual([]);
	},
);
