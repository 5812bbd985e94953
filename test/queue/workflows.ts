import { until } from '../n8n/until';
import {
	type Workflow,
	chain,
	splitOutNode,
	webDataNode,
	webhookChain,
	webhookNode,
} from '../n8n/workflow';
import type { QueueSetup } from './setup';

const answering = { responseMode: 'lastNode', responseData: 'allEntries' };

/** The local service generates this page without a request. */
export const pageUrl = (number: number): string => `http://synthetic.example/page/${number + 1}`;

export const pageText = (number: number): string => `This is page ${number + 1} of`;

/** Scrapes each of `body.urls`. */
export const scrapingMany = (path: string): Workflow =>
	chain(`Scraping, ${path}`, [
		webhookNode(path, answering),
		splitOutNode('body.urls'),
		webDataNode({ url: "={{ $json['body.urls'] }}" }),
	]);

interface Buying {
	maxTries?: number;
	retryOnFail?: boolean;
	/** Whether the webhook responds before the calls are executed. */
	isHandedOver?: boolean;
}

/** Executes one catalog call for each of `body.calls`. */
export const buying = (path: string, how: Buying = {}): Workflow => {
	const { maxTries = 5, retryOnFail = false, isHandedOver = false } = how;
	const parameters = {
		...{ resource: 'catalog', operation: 'call', specifyCalls: 'json' },
		catalogJson: '={{ JSON.stringify([$json]) }}',
		requestSettings: { maxRequestsAtOnce: 1, maxTries },
	};
	return chain(`Buying, ${path}`, [
		webhookNode(path, isHandedOver ? { responseMode: 'onReceived' } : answering),
		splitOutNode('body.calls'),
		webDataNode(parameters, { retryOnFail, maxTries: 3, waitBetweenTries: 1 }),
	]);
};

export const statistics = (text: string) => ({
	provider: 'text',
	capability: 'statistics',
	options: { text },
});

/** Executes a call that takes so long that a test can end a process during the call. Resolves when the service has received it. */
export async function startSlowCall(
	{ cluster, service }: QueueSetup,
	path: string,
	value = 1,
): Promise<void> {
	const options = { ms: 45_000, value };
	await cluster.webhook(path, { calls: [{ provider: 'slow', capability: 'echo', options }] });
	await until('the call has arrived', () =>
		service.requests.find(({ rawBody }) => rawBody.includes(JSON.stringify(options))),
	);
}

const prompt = '={{ $json.body.prompt }}';

export const runningAgent = (path: string): Workflow =>
	webhookChain(path, [webDataNode({ resource: 'agent', operation: 'run', prompt })]);

/** Start and Wait are separate nodes, because n8n stores the output of a node as soon as the node finishes. */
export const startingAgent = (path: string): Workflow => ({
	...webhookChain(path, [
		webDataNode({ resource: 'agent', operation: 'start', prompt }, { name: 'Start' }),
		webDataNode(
			{ resource: 'agent', operation: 'wait', jobId: '={{ $json.jobId }}' },
			{ name: 'Wait' },
		),
	]),
	settings: { saveExecutionProgress: true },
});
