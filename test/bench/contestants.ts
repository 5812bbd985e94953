import { webDataNode, type WorkflowNode } from '../n8n/workflow';
import type { BenchN8n, Named, Play } from './n8nProcess';

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
	const { id } = await n8n.createCredential(name, { ...account });
	const node = webDataNode(
		{ url: '={{ $json.url }}', ...parameters },
		{ onError: 'continueRegularOutput' },
	);
	return await bring(name, [node], { id, name });
}

export async function bringHttpRequest(
	{ n8n, bring }: BenchN8n,
	name: string,
	{ baseUrl, apiKey }: BenchAccount,
	batch: { batchSize: number; batchInterval: number },
): Promise<Play> {
	const data = { name: 'Authorization', value: `Bearer ${apiKey}` };
	const body = { name, type: 'httpHeaderAuth', data };
	const { id } = await n8n.rest().post<Named>('/credentials', body);
	const node: WorkflowNode = {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.3,
		position: [400, 0],
		onError: 'continueRegularOutput',
		parameters: {
			method: 'POST',
			url: `${baseUrl}/v2/scrape`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			bodyParameters: { parameters: [{ name: 'url', value: '={{ $json.url }}' }] },
			options: { batching: { batch } },
		},
		credentials: { httpHeaderAuth: { id, name } },
	};
	return await bring(name, [node], { id, name });
}
