// Prints what n8n's workflow builders make of installed nodes, as JSON. n8n's Node.js runs this file:
//
//   node builderFacts.ts <node_modules of n8n> <node ID>...
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

const [, , modules = '', ...nodeIds] = process.argv;
const load = createRequire(join(modules, 'n8n', 'package.json')) as (name: string) => unknown;
const FROM_MODEL = "={{ $fromAI('value', 'A value', 'string') }}";

export interface Facts {
	nodeId: string;
	tokens: number;
	/** Operations whose type definition contains the description of another operation. */
	mixedUp: string[];
	/** Operations that the node does not have. */
	invented: string[];
	operations: number;
	/** Operations that n8n Agents refuse as a tool if the model fills the required fields. */
	refused: string[];
}

interface Container {
	get<T>(service: unknown): T;
}

interface Loader {
	init(): Promise<void>;
	postProcessLoaders(): Promise<void>;
}

interface Catalog {
	initialize(): Promise<void>;
	getNodeTypes(nodes: { nodeId: string }[]): Promise<string>;
}

interface NodeTypes {
	getByNameAndVersion(name: string, version?: number): INodeType;
}

interface Choice {
	resource: string;
	operation: string;
	description: string;
}

async function startCatalog({ get }: Container): Promise<Catalog> {
	const { LoadNodesAndCredentials } = load('n8n/dist/load-nodes-and-credentials.js') as Record<
		string,
		unknown
	>;
	const core = load('n8n-core') as {
		InstanceSettings: unknown;
		scanDirectoryForPackages(folder: string, options: object): Promise<unknown[]>;
	};
	const { ModuleRegistry } = load('@n8n/backend-common') as Record<string, unknown>;
	const { NodeCatalogService } = load('n8n/dist/node-catalog') as Record<string, unknown>;
	const { nodesDownloadDir } = get<{ nodesDownloadDir: string }>(core.InstanceSettings);
	const all = { excludeNodes: [], includeNodes: [] };
	const installed = await core.scanDirectoryForPackages(
		join(nodesDownloadDir, 'node_modules'),
		all,
	);
	get<{ nodeLoaders: unknown[] }>(ModuleRegistry).nodeLoaders.push(...installed);
	const loader = get<Loader>(LoadNodesAndCredentials);
	await loader.init();
	await loader.postProcessLoaders();
	const catalog = get<Catalog>(NodeCatalogService);
	await catalog.initialize();
	return catalog;
}

const isShownFor = ({ displayOptions }: INodeProperties, values: Record<string, string>): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(
		([name, allowed]) => !(name in values) || (allowed as unknown[]).includes(values[name]),
	);

const choicesOf = (properties: readonly INodeProperties[]): Choice[] => {
	const optionsOf = (field?: INodeProperties) => (field?.options ?? []) as INodePropertyOptions[];
	const resources = optionsOf(properties.find(({ name }) => name === 'resource'));
	return resources.flatMap(({ value: resource }) =>
		properties
			.filter(
				(field) => field.name === 'operation' && isShownFor(field, { resource: String(resource) }),
			)
			.flatMap(optionsOf)
			.map(({ value, description = '' }) => ({
				resource: String(resource),
				operation: String(value),
				description,
			})),
	);
};

/** Returns the comments before and at the start of the operation's type. */
function textOf({ resource, operation }: Choice, definition: string): string {
	const head = `resource: '${resource}';\n\toperation: '${operation}';`.replace('\t', '  ');
	const end = definition.search(new RegExp(head.replace('\n', '\\s+')));
	return definition.slice(definition.lastIndexOf('};', end), end);
}

const isMixedUp = (choice: Choice, all: readonly Choice[], definition: string): boolean => {
	const text = textOf(choice, definition);
	const others = all.map(({ description }) => description);
	return (
		!text.includes(choice.description) &&
		others.some((other) => other !== '' && text.includes(`${other} *`))
	);
};

/** Returns parameters in which the model fills all required fields of a tool. */
function filledByModel(properties: readonly INodeProperties[], choice: Choice): INodeParameters {
	const { resource, operation } = choice;
	const required = properties.filter(
		(field) =>
			field.required === true &&
			['string', 'resourceLocator'].includes(field.type) &&
			isShownFor(field, { resource, operation }),
	);
	const filled = required.map(({ name, type }) => [
		name,
		type === 'string' ? FROM_MODEL : { __rl: true, mode: 'id', value: FROM_MODEL },
	]);
	return { resource, operation, ...Object.fromEntries(filled) } as INodeParameters;
}

async function main(): Promise<Facts[]> {
	load('reflect-metadata');
	const { Container: container } = load('@n8n/di') as { Container: Container };
	const bound: Container = { get: (service) => container.get(service) };
	const catalog = await startCatalog(bound);
	const nodeTypes = bound.get<NodeTypes>(
		(load('n8n/dist/node-types.js') as Record<string, unknown>).NodeTypes,
	);
	const { getEncoding } = load('js-tiktoken') as {
		getEncoding(name: string): { encode(text: string): number[] };
	};
	const { rejectIfDynamicSelectorUsesFromAi: reject } = load('@n8n/ai-utilities/agent-config') as {
		rejectIfDynamicSelectorUsesFromAi(
			config: object,
			previous: null,
			types: NodeTypes,
			texts: object,
		): unknown;
	};
	const facts: Facts[] = [];
	for (const nodeId of nodeIds) {
		const definition = await catalog.getNodeTypes([{ nodeId }]);
		const { properties } = nodeTypes.getByNameAndVersion(nodeId).description;
		const all = choicesOf(properties).filter(({ operation }) => !operation.startsWith('__'));
		const isRefused = (choice: Choice): boolean => {
			const nodeParameters = filledByModel(properties, choice);
			const node = { nodeType: `${nodeId}Tool`, nodeTypeVersion: 1, nodeParameters };
			const tools = [{ type: 'node', name: 'tool', node }];
			return (
				reject({ model: 'openai/gpt', instructions: 'x', tools }, null, nodeTypes, {}) !== null
			);
		};
		const namesOf = (choices: Choice[]) =>
			choices.map((each) => `${each.resource}.${each.operation}`);
		facts.push({
			nodeId,
			tokens: getEncoding('o200k_base').encode(definition).length,
			operations: all.length,
			mixedUp: namesOf(all.filter((choice) => isMixedUp(choice, all, definition))),
			invented: choicesOf(properties).flatMap(({ resource, operation }) =>
				operation.startsWith('__') ? [`${resource}.${operation}`] : [],
			),
			refused: namesOf(all.filter(isRefused)),
		});
	}
	return facts;
}

main().then(
	(facts) => {
		process.stdout.write(`\n${JSON.stringify(facts)}\n`);
		process.exit(0);
	},
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
