import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { resources } from '../../nodes/WebData/resources';
import { pinned } from './places';
import { SET_UP_TIMEOUT_MS, useSetup } from './setup';
import { fromModel } from './toolWorkflow';
import { nodeType } from './workflow';

/** Tokens of the type definition that n8n's builders give a model. */
const MAX_TOKENS = 62_000;

interface TypeDefinitions {
	synthesizeNodeTypeDef: (description: INodeTypeDescription) => string;
}

interface AgentConfig {
	rejectIfDynamicSelectorUsesFromAi: (
		config: object,
		previous: null,
		nodeTypes: { getByNameAndVersion: () => { description: INodeTypeDescription } },
		texts: object,
	) => object[] | null;
}

interface Tokens {
	getEncoding: (name: string) => { encode: (text: string) => number[] };
}

describe("n8n's workflow builders", () => {
	const setup = useSetup();
	const load = createRequire(join(pinned.modules, 'n8n', 'package.json'));
	const operations = resources.flatMap(({ value, operations: all }) =>
		all.map((operation) => ({ ...operation, resource: value })),
	);
	let description: INodeTypeDescription;
	let definition: string;

	beforeAll(async () => {
		const known = JSON.parse(await setup.n8n.request('GET', '/types/nodes.json')) as unknown;
		[description = description] = (known as INodeTypeDescription[]).filter(
			({ name }) => name === nodeType,
		);
		const path = 'n8n/dist/modules/mcp-registry/synthesize-type-def.js';
		definition = (load(path) as TypeDefinitions).synthesizeNodeTypeDef(description);
	}, SET_UP_TIMEOUT_MS);

	it('read the description of each operation with this operation, and no others', () => {
		const read = [
			...definition.matchAll(
				/\/\*\*\s+\* (.+)\n(?:\s+\* .*\n)*\s+\*\/\s+resource: '(\w+)';\s+operation: '(\w+)';/g,
			),
		].map(([, text, resource, operation]) => `${resource}.${operation}: ${text}`);
		expect(read.sort()).toEqual(
			operations.map((each) => `${each.resource}.${each.value}: ${each.description}`).sort(),
		);
	});

	it('read a definition within its budget', () => {
		const { getEncoding } = load('js-tiktoken') as Tokens;
		expect(getEncoding('o200k_base').encode(definition).length).toBeLessThanOrEqual(MAX_TOKENS);
	});

	it('let a model fill the required fields of each tool, except the catalog tool, which the user selects', () => {
		const nodeTypes = { getByNameAndVersion: () => ({ description }) };
		const { rejectIfDynamicSelectorUsesFromAi: reject } = load(
			'@n8n/ai-utilities/agent-config',
		) as AgentConfig;
		const refused = operations.filter(({ resource, value: operation, form }) => {
			const value = fromModel('Value');
			const filled = form.fields
				.filter(({ required, type }) => required && ['string', 'resourceLocator'].includes(type))
				.map(({ name, type }) => [
					name,
					type === 'string' ? value : { __rl: true, mode: 'id', value },
				]);
			const nodeParameters = { resource, operation, ...Object.fromEntries(filled) };
			const node = { nodeType: `${nodeType}Tool`, nodeTypeVersion: 1, nodeParameters };
			const tools = [{ type: 'node', name: 'tool', node }];
			return reject({ model: 'openai/gpt', instructions: 'x', tools }, null, nodeTypes, {});
		});
		expect(refused.map(({ resource, value }) => `${resource}.${value}`)).toEqual(['catalog.call']);
	});
});
