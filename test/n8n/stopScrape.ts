import type { Execution } from './execution';
import type { Setup } from './setup';
import { until } from './until';
import { type Workflow, webhookPathOf } from './workflow';

/**
 * Stops the execution while the scrape of `url` waits for a response. Throws an error if the node
 * does not abort the request within 2 seconds.
 */
export async function stopDuringScrape(
	{ n8n, service, publish }: Setup,
	workflow: Workflow,
	url: string,
): Promise<Execution> {
	service.addFaults({ when: { body: { url } }, answer: { kind: 'stallHead' } });
	const published = await publish(workflow);
	await n8n.webhook(webhookPathOf(workflow), { body: {} });
	const request = await until('the scrape is on its way', async () =>
		service.requests.find(({ body }) => (body as { url?: string } | null)?.url === url),
	);
	const [running] = await n8n.executions(published);
	await n8n.stopExecution(running?.id ?? '');
	const waitOptions = { timeoutMs: 2_000, everyMs: 20 };
	await until('the service sees the end', async () => request.aborted || undefined, waitOptions);
	return await n8n.waitForExecution(published);
}
