import { webDataNode, workflowNode } from '../n8n/workflow';
import type { BenchN8n, Play } from './n8nProcess';

export interface BenchAccount {
	baseUrl: string;
	apiKey: string;
}

export async function bringNode(
	{ n8n, bring }: BenchN8n,
	name: string,
	account: BenchAccount,
	parameters: Record<string, unknown>,
): Promise<Play> {
	const credential = await n8n.createCredential(name, account);
	const node = webDataNode(
		{ url: '={{ $json.url }}', ...parameters },
		{ onError: 'continueRegularOutput' },
	);
	return await bring(name, [node], credential);
}

export async function bringHttpRequest(
	{ n8n, bring }: BenchN8n,
	name: string,
	{ baseUrl, apiKey }: BenchAccount,
	batch: { batchSize: number; batchInterval: number },
): Promise<Play> {
	const data = { name: 'Authorization', value: `Bearer ${apiKey}` };
	const httpHeaderAuth = await n8n.createCredential(name, data, 'httpHeaderAuth');
	const parameters = {
		...{ method: 'POST', url: `${baseUrl}/v2/scrape`, sendBody: true },
		...{ authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
		bodyParameters: { parameters: [{ name: 'url', value: '={{ $json.url }}' }] },
		options: { batching: { batch } },
	};
	const node = workflowNode('HTTP Request', 'n8n-nodes-base.httpRequest', parameters, {
		...{ typeVersion: 4.3, position: [400, 0], onError: 'continueRegularOutput' },
		credentials: { httpHeaderAuth },
	});
	return await bring(name, [node], httpHeaderAuth);
}
