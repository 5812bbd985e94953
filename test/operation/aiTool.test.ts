import {
	NodeHelpers,
	traverseNodeParameters,
	type FromAIArgument,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { properties, resources } from '../../nodes/WebData/resources';
import { WebData } from '../../nodes/WebData/WebData.node';

const { description } = new WebData();

const toolDescription: INodeTypeDescription = { ...description, name: `${description.name}Tool` };

const parametersOf = (stored: INodeParameters, type: INodeTypeDescription): INodeParameters =>
	NodeHelpers.getNodeParameters(type.properties, stored, true, false, { typeVersion: 1 }, type) ??
	{};

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
		return (
			!isText ||
			isAboutNode ||
			inTool(form).toolDescription !== toolDescription.replaceAll('. ', '.\n')
		);
	});
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

it.each<[string, string, Record<string, RegExp>]>([
	['scrape', 'scrape', { URL: /http/ }],
	['scrape', 'interact', { Scrape_ID: /metadata\.scrapeId/, Prompt: /Task to perform/ }],
	['search', 'getSimilarPapers', { Paper_ID: /Search Papers/, Intent: /related papers/ }],
	['catalog', 'call', {}],
	['agent', 'run', { Prompt: /Task for the agent/ }],
	['agent', 'getSnapshot', { Job_ID: /Job ID of the agent run/, Snapshot: /ID of the snapshot/ }],
])('%s %s: the model fills the required fields', (resource, operation, expected) => {
	expect(argumentsOf(inTool({ resource, operation }))).toEqual(
		Object.entries(expected).map(([key, about]) =>
			expect.objectContaining({ key, type: 'string', description: expect.stringMatching(about) }),
		),
	);
});

it('a required text comes before the text of the tool, so that n8n shows it as required to programs', () => {
	const isShown = ({ displayOptions }: INodeProperties, resource: string, operation: string) =>
		displayOptions?.show?.resource?.includes(resource) === true &&
		displayOptions.show.operation?.includes(operation) === true;
	const wrong = resources.flatMap(({ value: resource, operations: all }) =>
		all.flatMap(({ value: operation, form: { fields } }) => {
			const texts = fields.filter(
				({ required, type, default: initial }) => required && type === 'string' && initial === '',
			);
			return texts.flatMap(({ name }) => {
				const [first, ...twins] = properties
					.filter((field) => field.name === name)
					.filter((field) => isShown(field, resource, operation));
				const isRight = first?.required === true && first.default === '';
				return isRight && twins.every(({ required }) => required === undefined)
					? []
					: [`${resource}.${operation}.${name}`];
			});
		}),
	);
	expect(wrong).toEqual([]);
});

it('an argument has whole sentences for a model, which cannot enter an expression', () => {
	const wrong = operations.flatMap(({ name, form }) =>
		argumentsOf(inTool(form))
			.filter(({ description = '' }) => /\bexpressions?\b|\.\.( |$)/i.test(description))
			.map(({ key }) => `${name}: ${key}`),
	);
	expect(wrong).toEqual([]);
});

it('a tool description names no input that only the user can give', () => {
	const wrong = operations.filter(({ toolDescription }) =>
		/Needs[^.]*\b(?:targets|schedule|field)\b/.test(toolDescription),
	);
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('the first field with a name that the model fills has no list, which n8n Agents refuse', () => {
	const isForModel = ({ default: initial }: INodeProperties) =>
		JSON.stringify(initial).includes('$fromAI');
	const names = new Set(properties.filter(isForModel).map(({ name }) => name));
	const first = [...names].map((each) => properties.find(({ name }) => name === each));
	const hasList = first.filter((field) => field?.modes?.some(({ type }) => type === 'list'));
	expect(hasList.map((field) => field?.name)).toEqual([]);
});

interface Argument {
	name: string;
	path: string;
	/** Values that show the field, by the path of the field that has them. */
	shownBy: Readonly<Record<string, readonly unknown[]>>;
}

/** Converts a label and the rows around the field to an argument name, as n8n's editor does. */
const argumentName = (rows: readonly string[], label: string): string => {
	const name = [...rows, label].join('_').replace(/[^a-zA-Z0-9-]/g, '_');
	return rows.length > 1 ? name.slice(-63) : name.slice(0, 63);
};

interface Parent {
	rows: readonly string[];
	path: string;
	shownBy: Argument['shownBy'];
}

/** Returns the arguments of a tool whose fields are all filled by the model. The first row of each list counts. */
function everyArgument(
	fields: readonly INodeProperties[],
	{ rows, path, shownBy }: Parent = { rows: [], path: '', shownBy: {} },
): Argument[] {
	return fields.flatMap((field) => {
		const { name: own, type, typeOptions, displayOptions, displayName } = field;
		const show = Object.entries(displayOptions?.show ?? {});
		const conditions = show.map(([name, values = []]) => [
			name.startsWith('/') ? name : `${path}/${name}`,
			values as readonly unknown[],
		]);
		const at: Parent = {
			rows,
			path: `${path}/${own}`,
			shownBy: { ...shownBy, ...(Object.fromEntries(conditions) as Argument['shownBy']) },
		};
		const isList = typeOptions?.multipleValues === true;
		const rowsWith = (name: string) => (isList ? [...rows, `${name}0`] : rows);
		if (type === 'collection') return everyArgument(field.options as INodeProperties[], at);
		if (type === 'fixedCollection') {
			return (field.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
				everyArgument(values, { ...at, rows: rowsWith(name) }),
			);
		}
		const { path: full, shownBy: shown } = at;
		return [{ name: argumentName(rowsWith(own), displayName), path: full, shownBy: shown }];
	});
}

it('fields that are shown together have different arguments if the model fills all of them', () => {
	const canMeet = (a: Argument, b: Argument) =>
		a.path !== b.path &&
		Object.entries(a.shownBy).every(([path, values]) => {
			const others = b.shownBy[path];
			return others === undefined || values.some((value) => others.includes(value));
		});
	const shared = resources.flatMap(({ operations: all }) =>
		all.flatMap(({ action, form: { fields } }) => {
			const list = everyArgument(fields);
			return list.flatMap((a, index) =>
				list
					.slice(index + 1)
					.filter((b) => a.name === b.name && canMeet(a, b))
					.map((b) => `${action}: ${a.path} and ${b.path} are both '${a.name}'`),
			);
		}),
	);
	expect(shared).toEqual([]);
});

it.each([
	['search', 'search', 10, 5],
	['map', 'map', 5000, 100],
	['crawl', 'run', 100, 10],
	['crawl', 'start', 100, 10],
])(
	'%s %s has the limit %i in a workflow and %i in a tool',
	(resource, operation, workflow, tool) => {
		const chosen = { resource, operation };
		expect(inWorkflow(chosen).limit).toBe(workflow);
		expect(inTool(chosen).limit).toBe(tool);
		expect(inTool({ ...chosen, limit: 7 }).limit).toBe(7);
	},
);

it('a crawl of a monitor has the limit 100 in a workflow and 10 in a tool', () => {
	const stored = {
		resource: 'monitor',
		operation: 'create',
		targets: { target: [{ type: 'crawl' }] },
	};
	const limitOf = ({ targets }: INodeParameters) =>
		(targets as { target: INodeParameters[] }).target[0]?.limit;
	expect([limitOf(inWorkflow(stored)), limitOf(inTool(stored))]).toEqual([100, 10]);
});

it.each([
	['formats', { resource: 'scrape', operation: 'scrape' }],
	['targets', { resource: 'monitor', operation: 'create' }],
])(
	'the list %s keeps a row in a workflow, can be empty in a tool, and is described once to programs',
	(list, chosen) => {
		const minRowsIn = (type: INodeTypeDescription) =>
			properties
				.filter(({ name }) => name === list)
				.filter((field) => NodeHelpers.displayParameter(chosen, field, { typeVersion: 1 }, type))
				.map(({ typeOptions }) => typeOptions?.minRequiredFields);
		expect([minRowsIn(description), minRowsIn(toolDescription)]).toEqual([[1], [undefined]]);
		const first = properties.find(
			({ name, displayOptions: { show = {} } = {} }) =>
				name === list && show.operation?.includes(chosen.operation),
		);
		expect(first?.typeOptions?.minRequiredFields).toBeUndefined();
	},
);

it('the user selects the tool to call; the model can fill its options', () => {
	const chosen = { resource: 'catalog', operation: 'call', specifyCalls: 'tool' };
	expect(argumentsOf(inTool(chosen))).toEqual([]);
	const value = { domain: "={{ $fromAI('domain', 'Domain of the company', 'string') }}" };
	const toolOptions = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
	expect(argumentsOf(inTool({ ...chosen, toolOptions }))).toMatchObject([{ key: 'domain' }]);
});
