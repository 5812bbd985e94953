import type { Credential } from './driver';
import type { JsonRecord } from './execution';
import { MODEL } from './modelServer';
import {
	type Workflow,
	type WorkflowNode,
	example,
	nodeType,
	webhookNode,
	workflowNode,
} from './workflow';

export const AGENT = 'AI Agent';
const CHAT_MODEL = 'OpenAI Chat Model';

/**
 * Versions of n8n's agent node. `engine` runs tools as nodes of the execution, and `inside` runs
 * tools inside the agent.
 */
export const agentVersions = { engine: 3.1, inside: 2.2 } as const;

export type AgentKind = keyof typeof agentVersions;

/** Returns the expression that n8n's editor stores in a field if the user lets the model define its value. */
export function fromModel(
	key: string,
	type: 'string' | 'number' | 'boolean' | 'json' = 'string',
	description = '',
): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;
}

export const toolNode = (
	name: string,
	parameters: JsonRecord,
	credential: Credential,
): WorkflowNode =>
	workflowNode(name, `${nodeType}Tool`, parameters, {
		id: name.toLowerCase().replace(/\W+/g, '-'),
		credentials: { webDataApi: credential },
	});

const linkTo = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });

const toolLinks = (tools: WorkflowNode[], node: string): Workflow['connections'] =>
	Object.fromEntries(tools.map(({ name }) => [name, linkTo(node, 'ai_tool')]));

/** Adds tools to the example with an MCP server. */
export function mcpWorkflow(tools: WorkflowNode[]): Workflow {
	const workflow = example('serve-tools-to-mcp-clients.json');
	const connections = { ...workflow.connections, ...toolLinks(tools, 'MCP Server Trigger') };
	return { ...workflow, nodes: [...workflow.nodes, ...tools], connections };
}

export function agentWorkflow(
	path: string,
	tools: WorkflowNode[],
	openAi: Credential,
	kind: AgentKind,
): Workflow {
	const model = { __rl: true, mode: 'id', value: MODEL };
	const nodes: WorkflowNode[] = [
		webhookNode(path, { responseMode: 'onReceived' }),
		workflowNode(
			...([AGENT, '@n8n/n8n-nodes-langchain.agent'] as const),
			{ promptType: 'define', text: '={{ $json.body.question }}', options: {} },
			{ typeVersion: agentVersions[kind], position: [300, 0] },
		),
		workflowNode(
			...([CHAT_MODEL, '@n8n/n8n-nodes-langchain.lmChatOpenAi'] as const),
			{ model, responsesApiEnabled: false, options: { maxRetries: 0 } },
			{ typeVersion: 1.3, position: [200, 300], credentials: { openAiApi: openAi } },
		),
		...tools,
	];
	return {
		name: `Tool, ${path}`,
		nodes,
		connections: {
			Webhook: linkTo(AGENT, 'main'),
			[CHAT_MODEL]: linkTo(AGENT, 'ai_languageModel'),
			...toolLinks(tools, AGENT),
		},
		settings: { executionOrder: 'v1' },
	};
}
