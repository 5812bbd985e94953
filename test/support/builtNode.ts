import {
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type NodeExecutionHint,
	type OnError,
	NodeHelpers,
} from 'n8n-workflow';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { builtFolder, checkBuilt, isCloud, n8nRequestHelper } from './build';

export function loadBuiltNode(className = 'WebData'): INodeType {
	checkBuilt();
	const built = join(builtFolder, `nodes/WebData/${className}.node.js`);
	const exported = createRequire(__filename)(built) as Record<string, new () => INodeType>;
	const NodeType = exported[className];
	if (NodeType === undefined) throw new Error(`${built} does not export ${className}`);
	return new NodeType();
}

export interface NodeRun {
	/**
	 * Parameters as stored in a workflow, or a function that simulates expressions and returns the parameters for an
	 * item.
	 */
	parameters: INodeParameters | ((itemIndex: number) => INodeParameters);
	credential: IDataObject | ((itemIndex: number) => IDataObject);
	/** Input items. Default: one empty item. */
	items?: IDataObject[];
	/** Binary fields of the items. `data` contains Base64 content, or `id` refers to a file in `storedFiles`. */
	binary?: IBinaryKeyData[];
	storedFiles?: Record<string, Buffer>;
	onError?: OnError;
	/** Receives the warnings in n8n's log. */
	log?: string[];
	/** n8n's setting *Execute Once*. */
	executeOnce?: true;
	signal?: AbortSignal;
	helpers?: Record<string, unknown>;
	/** Context data of the node. Pass the same object to several runs to simulate Retry On Fail. */
	context?: IDataObject;
	/** Context data that all nodes of an execution share. Default: `context`. */
	flowContext?: IDataObject;
	executionId?: string;
	/** Token in the execution's resume URL. A retry of the execution has the same token. */
	resumeToken?: string;
	runIndex?: number;
	failing?: { name: string; itemIndex: number };
	asTool?: true;
}

export interface RunResult {
	items: INodeExecutionData[];
	hints: NodeExecutionHint[];
}

/** Marks item-dependent parameters as expressions. The node reads only the leading equals sign of an expression. */
function asStored({ parameters }: NodeRun, count: number): INodeParameters {
	if (typeof parameters !== 'function') return parameters;
	const names = Array.from({ length: count }, (_, index) => Object.keys(parameters(index))).flat();
	return Object.fromEntries(names.map((name) => [name, '={{ $json }}']));
}

/** Only some versions of n8n add a token to the resume URL. */
const resumeUrlOf = (executionId: string, token?: string): string => {
	const url = new URL(`http://localhost:5678/webhook-waiting/${executionId}`);
	if (token !== undefined) url.searchParams.set('signature', token);
	return url.href;
};

function storedFile({ storedFiles = {} }: NodeRun, id: string): Buffer {
	const content = storedFiles[id];
	if (content === undefined) throw new Error(`n8n stores no file ${id}`);
	return content;
}

/** Returns the parameters with their defaults, without hidden parameters. */
export function shownParameters(
	{ description }: INodeType,
	stored: INodeParameters,
	node: INode,
): INodeParameters {
	const { properties } = description;
	return NodeHelpers.getNodeParameters(properties, stored, true, false, node, description) ?? {};
}

/** Simulates the parts of n8n's execution context that the node uses. Like n8n, the context drops hidden parameters. */
export function executeContext(
	nodeType: INodeType,
	run: NodeRun,
	hints: NodeExecutionHint[] = [],
): IExecuteFunctions {
	const items = (run.items ?? run.binary?.map(() => ({})) ?? [{}]).map((json, index) => {
		const binary = run.binary?.[index];
		return binary === undefined ? { json } : { json, binary };
	});
	const storedAt = (index: number): INodeParameters =>
		typeof run.parameters === 'function' ? run.parameters(index) : run.parameters;
	const node: INode = {
		id: 'node-id',
		name: 'Web Data',
		type: `n8n-nodes-web-data.webData${run.asTool ? 'Tool' : ''}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: asStored(run, items.length),
		onError: run.onError,
		executeOnce: run.executeOnce,
	};
	const known = new Map<number, INodeParameters>();
	const parametersAt = (index: number): INodeParameters => {
		const parameters = known.get(index) ?? shownParameters(nodeType, storedAt(index), node);
		known.set(index, parameters);
		return parameters;
	};
	const nodeContext = run.context ?? {};
	const flowContext = run.flowContext ?? nodeContext;
	const executionId = run.executionId ?? '1';
	const context = {
		getInputData: () => items,
		getNode: () => node,
		getExecutionId: () => executionId,
		getExecutionCancelSignal: () => run.signal,
		continueOnFail: () =>
			run.onError === 'continueRegularOutput' || run.onError === 'continueErrorOutput',
		getCredentials: async (_type: string, index = 0) =>
			typeof run.credential === 'function' ? run.credential(index) : run.credential,
		getNodeParameter: (name: string, index: number, fallback?: unknown) => {
			if (name === run.failing?.name && index === run.failing.itemIndex) {
				// Like n8n, the error names the parameter.
				const error = new Error('access to env vars denied');
				throw Object.assign(error, { context: { parameter: name } });
			}
			const value = parametersAt(index)[name] ?? fallback;
			if (value === undefined) throw new Error(`Could not get parameter "${name}"`);
			return value;
		},
		getContext: (type: string) => (type === 'flow' ? flowContext : nodeContext),
		getWorkflowDataProxy: () => ({
			$runIndex: run.runIndex ?? 0,
			$execution: { id: executionId, resumeUrl: resumeUrlOf(executionId, run.resumeToken) },
		}),
		logger: { warn: (text: string) => void run.log?.push(text) },
		addExecutionHints: (...added: NodeExecutionHint[]) => void hints.push(...added),
		helpers: {
			prepareBinaryData: async (
				content: Buffer | AsyncIterable<Buffer>,
				fileName: string,
				mimeType: string,
			) => {
				const whole = Buffer.isBuffer(content) ? content : await buffer(content);
				return { data: whole.toString('base64'), fileName, mimeType };
			},
			assertBinaryData: (index: number, field: string) => {
				const binary = run.binary?.[index]?.[field];
				if (binary === undefined) throw new Error(`The item has no binary field '${field}'`);
				return binary;
			},
			getBinaryMetadata: async (id: string) => ({ fileSize: storedFile(run, id).length }),
			getBinaryStream: async (id: string) => Readable.from([storedFile(run, id)]),
			...(isCloud ? { httpRequest: n8nRequestHelper() } : {}),
			...run.helpers,
		},
	};
	return context as unknown as IExecuteFunctions;
}

export async function runNode(nodeType: INodeType, run: NodeRun): Promise<RunResult> {
	const hints: NodeExecutionHint[] = [];
	const context = executeContext(nodeType, run, hints);
	const output = await nodeType.execute?.call(context);
	if (!Array.isArray(output)) throw new Error('The node returned no items');
	return { items: output[0] ?? [], hints };
}
