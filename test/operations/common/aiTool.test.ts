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

const operations = resources.flatMap(({ value: resource, operations: all }) =>
	all.map((each) => ({
		name: `${resource}.${each.value}`,
		form: { resource, operation: each.value },
		toolDescription: each.toolDescription,
	})),
);

it('each operation has a tool description of whole sentences', () => {
	const wrong = operations.filter(({ form, toolDescription }) => {
		const isText = /^[A-Z][^]{60,}\.$/.test(toolDescription);
		const isAboutNode = /\$fromAI|this node|n8n|form\b/.test(toolDescription);
		return !isText || isAboutNode || inTool(form).toolDescription !== toolDescription;
	});
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('each operation keeps a tool description that the user wrote', () => {
	const toolDescription = 'Reads pages of our shop';
	const changed = operations.filter(
		({ form }) => inTool({ ...form, toolDescription }).toolDescription !== toolDescription,
	);
	expect(changed.map(({ name }) => name)).toEqual([]);
});

it('no operation has tool fields in a workflow', () => {
	const wrong = operations.filter(({ form }) => {
		const parameters = inWorkflow(form);
		const own = ['toolDescription', 'maxTextLength'].filter((key) => key in parameters);
		return argumentsOf(parameters).length > 0 || own.length > 0;
	});
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

it.each<[string, string, Record<string, RegExp>]>([
	['scrape', 'scrape', { URL: /http/ }],
	['scrape', 'interact', { Scrape_ID: /metadata\.scrapeId/, Prompt: /Task to perform/ }],
	['scrape', 'stopInteract', { Scrape_ID: /metadata\.scrapeId/ }],
	['catalog', 'call', {}],
	['agent', 'start', { Prompt: /Task for the agent/ }],
	['agent', 'run', { Prompt: /Task for the agent/ }],
	['agent', 'get', { Job_ID: /Job ID of the agent run/ }],
	['agent', 'wait', { Job_ID: /Job ID of the agent run/ }],
	['agent', 'cancel', { Job_ID: /Job ID of the agent run/ }],
	['agent', 'getTrace', { Job_ID: /Job ID of the agent run/ }],
	['agent', 'getSnapshot', { Job_ID: /Job ID of the agent run/, Snapshot_ID: /Snapshot ID/ }],
])('%s %s: the model fills the required fields', (resource, operation, expected) => {
	expect(argumentsOf(inTool({ resource, operation }))).toEqual(
		Object.entries(expected).map(([key, about]) =>
			expect.objectContaining({ key, type: 'string', description: expect.stringMatching(about) }),
		),
	);
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
