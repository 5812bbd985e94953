import type { JsonRecord } from '../n8n/execution';
import {
	type Workflow,
	chain,
	example,
	splitOutNode,
	webDataNode,
	webhookNode,
	withParameters,
} from '../n8n/workflow';

const answering = { responseMode: 'lastNode', responseData: 'allEntries' };
const handedOver = { responseMode: 'onReceived' };

/** Responds with the Markdown of the page `body.url`. */
export const scraping = (path: string): Workflow => {
	const workflow = example('scrape-pages-by-webhook.json');
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Webhook' ? { ...node, webhookId: path } : node,
	);
	return withParameters({ ...workflow, nodes }, 'Webhook', { path });
};

export const scrapingMany = (path: string): Workflow =>
	chain(`Scraping, ${path}`, [
		webhookNode(path, answering),
		splitOutNode('body.urls'),
		webDataNode({ url: "={{ $json['body.urls'] }}" }),
	]);

export interface Buying {
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
		webhookNode(path, isHandedOver ? handedOver : answering),
		splitOutNode('body.calls'),
		webDataNode(parameters, { retryOnFail, maxTries: 3, waitBetweenTries: 1 }),
	]);
};

export interface Call {
	provider: string;
	capability: string;
	options: JsonRecord;
}

export const statistics = (text: string): Call => ({
	provider: 'text',
	capability: 'statistics',
	options: { text },
});

/** A call that takes so long that a test can end a process during the call. */
export const slowCall = (value: number): Call => ({
	provider: 'slow',
	capability: 'echo',
	options: { ms: 45_000, value },
});

const prompt = '={{ $json.body.prompt }}';

export const runningAgent = (path: string): Workflow =>
	chain(`Agent, ${path}`, [
		webhookNode(path, handedOver),
		webDataNode({ resource: 'agent', operation: 'run', prompt }),
	]);

/** Start and Wait are separate nodes, because n8n stores the output of a node as soon as the node finishes. */
export const startingAgent = (path: string): Workflow => ({
	...chain(`Agent, ${path}`, [
		webhookNode(path, handedOver),
		webDataNode({ resource: 'agent', operation: 'start', prompt }, { name: 'Start' }),
		webDataNode(
			{ resource: 'agent', operation: 'wait', jobId: '={{ $json.jobId }}' },
			{ name: 'Wait' },
		),
	]),
	settings: { saveExecutionProgress: true },
});
