import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credential } from './driver';
import { repositoryRoot } from './places';

const PACKAGE = 'n8n-nodes-web-data.';

export const nodeType = `${PACKAGE}webData`;

const pageTriggerType = `${PACKAGE}webDataPageTrigger`;

export const triggerType = `${PACKAGE}webDataTrigger`;

export type WorkflowNode = {
	id?: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id?: string | null; name: string }>;
} & Record<string, unknown>;

export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

export function example(file: string): Workflow {
	return JSON.parse(readFileSync(join(repositoryRoot, 'examples', file), 'utf8')) as Workflow;
}

const needsCredential = ({ type, credentials }: WorkflowNode): boolean =>
	type.startsWith(PACKAGE) && !credentials?.webDataApi?.id;

/** Sets the credential of every node of this package that has no credential yet. */
export function withCredential(workflow: Workflow, webDataApi: Credential): Workflow {
	const nodes = workflow.nodes.map((node) =>
		needsCredential(node) ? { ...node, credentials: { webDataApi } } : node,
	);
	return { ...workflow, nodes };
}

export function withParameters(
	workflow: Workflow,
	nodeName: string,
	parameters: Record<string, unknown>,
): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.name === nodeName ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	);
	return { ...workflow, nodes };
}

/** The nodes in `branches` are connected to the outputs of the last node. */
export function chain(
	name: string,
	nodes: WorkflowNode[],
	branches: WorkflowNode[] = [],
): Workflow {
	const connections: Record<string, unknown> = {};
	nodes.forEach((node, index) => {
		const next = nodes[index + 1];
		const targets = next ? [[target(next)]] : branches.map((branch) => [target(branch)]);
		connections[node.name] = { main: targets };
	});
	return { name, nodes: [...nodes, ...branches], connections, settings: {} };
}

function target(node: WorkflowNode) {
	return { node: node.name, type: 'main', index: 0 };
}

type Parameters = Record<string, unknown>;
type Extra = Partial<WorkflowNode>;

export const workflowNode = (
	name: string,
	type: string,
	parameters: Parameters,
	extra: Extra = {},
): WorkflowNode => ({ name, type, typeVersion: 1, position: [0, 0], parameters, ...extra });

export const webhookNode = (path: string, parameters: Parameters = {}): WorkflowNode =>
	workflowNode(
		...(['Webhook', 'n8n-nodes-base.webhook'] as const),
		{ httpMethod: 'POST', path, ...parameters },
		{ typeVersion: 2.1, webhookId: path },
	);

export function webhookChain(
	path: string,
	nodes: WorkflowNode[],
	branches: WorkflowNode[] = [],
): Workflow {
	return chain(path, [webhookNode(path, { responseMode: 'onReceived' }), ...nodes], branches);
}

export function itemsChain(
	path: string,
	nodes: WorkflowNode[],
	branches: WorkflowNode[] = [],
): Workflow {
	return webhookChain(path, [splitOutNode('body.items'), ...nodes], branches);
}

export function webhookPathOf({ nodes }: Workflow): string {
	const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	return String(webhook?.parameters.path);
}

export const splitOutNode = (fieldToSplitOut: string): WorkflowNode =>
	workflowNode(
		...(['Split Out', 'n8n-nodes-base.splitOut'] as const),
		{ fieldToSplitOut, options: {} },
		{ position: [200, 0] },
	);

export const webDataNode = (parameters: Parameters, extra: Extra = {}): WorkflowNode =>
	workflowNode(
		...(['Web Data', nodeType] as const),
		{ resource: 'scrape', operation: 'scrape', ...parameters },
		{ position: [400, 0], ...extra },
	);

export const triggerNode = (webhookId: string, parameters: Parameters = {}): WorkflowNode => {
	const all = { source: 'jobEvents', ...parameters };
	return workflowNode('Web Data Trigger', triggerType, all, { webhookId });
};

/** Returns a workflow that starts with the trigger node, and the path of its production URL. */
export function triggerWorkflow(parameters: Parameters = {}): { workflow: Workflow; path: string } {
	const webhookId = randomUUID();
	const nodes = [triggerNode(webhookId, parameters), setNode('After', { seen: 'yes' })];
	const workflow = chain(`Trigger ${webhookId}`, nodes);
	return { workflow, path: `/webhook/${webhookId}/webhook` };
}

/**
 * n8n rejects a cron expression that fires more than once a minute. Several expressions together
 * can fire more often.
 */
const everyThreeSeconds = Array.from({ length: 20 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 3} * * * * *`,
}));

export const pageTriggerNode = (parameters: Parameters): WorkflowNode => {
	const all = { pollTimes: { item: everyThreeSeconds }, ...parameters };
	return workflowNode('Web Data Page Trigger', pageTriggerType, all);
};

export function setNode(name: string, fields: Record<string, string>): WorkflowNode {
	const assignments = Object.entries(fields).map(([field, value]) => ({
		id: `${name}-${field}`,
		name: field,
		value,
		type: 'string',
	}));
	const parameters = { assignments: { assignments }, includeOtherFields: true, options: {} };
	const extra = { typeVersion: 3.4, position: [600, 0] as [number, number] };
	return workflowNode(name, 'n8n-nodes-base.set', parameters, extra);
}
