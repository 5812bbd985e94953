import {
	NodeHelpers,
	traverseNodeParameters,
	type FromAIArgument,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { WebData } from '../../../nodes/WebData/WebData.node';
import { resources } from '../../../nodes/WebData/operations';

const { description } = new WebData();

const toolDescription: INodeTypeDescription = { ...description, name: `${description.name}Tool` };

const parametersOf = (stored: INodeParameters, nodeType: INodeTypeDescription): INodeParameters =>
	NodeHelpers.getNodeParameters(
		nodeType.properties,
		stored,
		true,
		false,
		{ typeVersion: 1 },
		nodeType,
	) ?? {};

const inTool = (stored: INodeParameters) => parametersOf(stored, toolDescription);
const inWorkflow = (stored: INodeParameters) => parametersOf(stored, description);

const argumentsOf = (parameters: INodeParameters): FromAIArgument[] => {
	const collected: FromAIArgument[] = [];
	traverseNodeParameters(parameters, collected);
	return collected;
};

const offered = resources.flatMap(({ value: resource, operations }) =>
	operations.map((each) => [
		`${resource}.${each.value}`,
		{ resource, operation: each.value },
		each,
	]),
) as [string, { resource: string; operation: string }, (typeof resources)[0]['operations'][0]][];

describe.each(offered)('%s', (_name, chosen, operation) => {
	it('has a tool description of whole sentences', () => {
		const text = inTool(chosen).toolDescription;
		expect(text).toBe(operation.toolDescription);
		expect(text).toMatch(/^[A-Z][^]{60,}\.$/);
		expect(text).not.toMatch(/\$fromAI|this node|n8n|form\b/);
	});

	it('keeps a tool description that the user wrote', () => {
		const toolDescription = 'Reads pages of our shop';
		expect(inTool({ ...chosen, toolDescription })).toMatchObject({ toolDescription });
	});

	it('has no tool fields in a workflow', () => {
		const parameters = inWorkflow(chosen);
		expect(argumentsOf(parameters)).toEqual([]);
		expect(parameters).not.toHaveProperty('toolDescription');
		expect(parameters).not.toHaveProperty('maxTextLength');
	});
});

it.each<[string, string, [key: string, about: RegExp][]]>([
	['scrape', 'scrape', [['URL', /http/]]],
	[
		'scrape',
		'interact',
		[
			['Scrape_ID', /metadata\.scrapeId/],
			['Prompt', /Task to perform/],
		],
	],
	['scrape', 'stopInteract', [['Scrape_ID', /metadata\.scrapeId/]]],
	['catalog', 'call', []],
	['agent', 'start', [['Prompt', /Task for the agent/]]],
	['agent', 'run', [['Prompt', /Task for the agent/]]],
	['agent', 'get', [['Job_ID', /Job ID of the agent run/]]],
	['agent', 'wait', [['Job_ID', /Job ID of the agent run/]]],
	['agent', 'cancel', [['Job_ID', /Job ID of the agent run/]]],
	['agent', 'getTrace', [['Job_ID', /Job ID of the agent run/]]],
	[
		'agent',
		'getSnapshot',
		[
			['Job_ID', /Job ID of the agent run/],
			['Snapshot_ID', /Snapshot ID/],
		],
	],
])('%s %s: the model fills the required fields', (resource, operation, expected) => {
	const modelArguments = argumentsOf(inTool({ resource, operation }));
	expect(modelArguments.map(({ key, type }) => [key, type])).toEqual(
		expected.map(([key]) => [key, 'string']),
	);
	for (const [index, [, about]] of expected.entries()) {
		expect(modelArguments[index]?.description).toMatch(about);
	}
});

it('the user can fill a field instead of the model', () => {
	const chosen = { resource: 'scrape', operation: 'scrape' };
	for (const url of ['https://example.com/', '']) {
		const parameters = inTool({ ...chosen, url });
		expect(parameters.url).toBe(url);
		expect(argumentsOf(parameters)).toEqual([]);
	}
});

it.each([
	['search', 10, 5],
	['map', 5000, 100],
])('%s has the limit %i in a workflow and %i in a tool', (name, workflow, tool) => {
	const chosen = { resource: name, operation: name };
	expect(inWorkflow(chosen).limit).toBe(workflow);
	expect(inTool(chosen).limit).toBe(tool);
	expect(inTool({ ...chosen, limit: 7 }).limit).toBe(7);
});

it('long texts are truncated for a model by default', () => {
	const chosen = { resource: 'scrape', operation: 'scrape' };
	expect(inTool(chosen).maxTextLength).toBe(50_000);
	expect(inTool({ ...chosen, maxTextLength: 0 }).maxTextLength).toBe(0);
});

describe('a field with a list of choices', () => {
	it('is filled by ID if the model fills it', () => {
		const { jobId } = inTool({ resource: 'agent', operation: 'get' });
		expect(jobId).toMatchObject({ __rl: true, mode: 'id', value: expect.stringMatching(/^=/) });
	});

	it('is selected by the user if it is the tool to call; the model can fill its options', () => {
		const chosen = { resource: 'catalog', operation: 'call', specifyCalls: 'tool' };
		expect(argumentsOf(inTool(chosen))).toEqual([]);
		const value = { domain: "={{ $fromAI('domain', 'Domain of the company', 'string') }}" };
		const toolOptions = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		expect(argumentsOf(inTool({ ...chosen, toolOptions }))).toMatchObject([{ key: 'domain' }]);
	});
});
