import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import {
	fieldLists,
	findOperation,
	listSearches,
	properties as inAll,
	resources,
} from '../../nodes/WebData/operations';
import { everyField } from './everyField';

const properties = inAll.filter(
	({ displayOptions }) => displayOptions?.show?.['@tool'] === undefined,
);

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ ...operation, resource: resource.value })),
);

/** The fields that n8n shows in a new node. */
function shownFields(resource: string, operation: string): string[] {
	const values: Record<string, unknown> = { resource, operation, '@tool': false };
	for (const { name, default: value } of findOperation(resource, operation)?.fields ?? [])
		values[name] ??= value;
	const isShown = ({ displayOptions = {} }: INodeProperties) =>
		Object.entries(displayOptions.show ?? {}).every(([name, allowed]) =>
			(allowed as unknown[]).includes(values[name]),
		);
	return properties
		.filter((field) => field.isNodeSetting !== true && isShown(field))
		.map(({ displayName }) => displayName);
}

/** Operation, action, and fields after Resource and Operation. The most common operations come first. */
const forms = `
scrape.scrape: Scrape page: URL, Formats, Download Files, Simplify, Options
scrape.interact: Interact with scraped page: Scrape ID, Instruction, Prompt, Options
scrape.stopInteract: Stop interaction with scraped page: Scrape ID
scrape.get: Get stored page: Scrape ID, Download Files, Simplify, Options
search.search: Search web: Query, Limit, Scrape Results, Simplify, Options
map.map: Map site: URL, Search, Limit, Simplify, Options
parse.parse: Parse file: Input Binary Field, Formats, Simplify, Options
crawl.run: Crawl website and wait for pages: URL, Limit, Scrape Options, Download Files, Max Wait (Seconds), When Max Wait Is Over, Simplify, Options
crawl.start: Start crawl: URL, Limit, Scrape Options, Options
crawl.wait: Wait for crawl: Job ID, Max Wait (Seconds), When Max Wait Is Over, Failed Pages, Download Files, Simplify, Options
crawl.get: Get crawl: Job ID, Simplify
crawl.getPages: Get crawl pages: Job ID, Return All, Limit, Skip, Download Files, Simplify, Options
crawl.getErrors: Get crawl errors: Job ID, Simplify
crawl.getAll: Get many running crawls:
crawl.previewParams: Preview crawl params: URL, Describe the Crawl, Simplify
crawl.cancel: Cancel crawl: Job ID
batchScrape.run: Batch scrape pages and wait for them: URLs From, URLs, Formats, Max Wait (Seconds), When Max Wait Is Over, Failed Pages, Download Files, Simplify, Options
batchScrape.start: Start batch scrape: URLs From, URLs, Formats, Options
batchScrape.wait: Wait for batch scrape: Job ID, Max Wait (Seconds), When Max Wait Is Over, Failed Pages, Download Files, Simplify, Options
batchScrape.get: Get batch scrape: Job ID, Simplify
batchScrape.getPages: Get batch scrape pages: Job ID, Return All, Limit, Skip, Download Files, Simplify, Options
batchScrape.getErrors: Get batch scrape errors: Job ID, Simplify
batchScrape.cancel: Cancel batch scrape: Job ID
agent.run: Run agent and wait for result: Prompt, URLs, Output Shape, Max Credits, Max Wait (Seconds), When Max Wait Is Over, Simplify, Options
agent.start: Start agent run: Prompt, URLs, Output Shape, Max Credits, Options
agent.wait: Wait for agent run: Job ID, Max Wait (Seconds), When Max Wait Is Over, Simplify, Options
agent.get: Get agent run: Job ID, Simplify
agent.getTrace: Get agent run trace: Job ID, Return All, Limit, Simplify, Options
agent.getSnapshot: Get agent run snapshot: Job ID, Snapshot ID, Output As, Options
agent.cancel: Cancel agent run: Job ID
catalog.call: Call catalog tools: Specify Calls, Tool, Specify Tool Options, Tool Options, Simplify, Options
monitor.create: Create monitor: Name, Targets, Schedule, Goal, Simplify, Options
monitor.run: Run monitor now: Monitor, Wait for Check, Max Wait (Seconds), When Max Wait Is Over, Simplify, Options
monitor.getCheck: Get monitor check: Monitor, Check, Return All, Limit, Simplify, Options
monitor.getChecks: Get monitor checks: Monitor, Return All, Limit, Options
monitor.get: Get monitor: Monitor, Simplify
monitor.getAll: Get many monitors: Return All, Limit
monitor.update: Update monitor: Monitor, Targets, Simplify, Update Fields
monitor.delete: Delete monitor: Monitor
browserSession.create: Create browser session: Options
browserSession.execute: Execute code in browser session: Session, Language, Code, Options
browserSession.getAll: Get many browser sessions: Return All, Limit, Options
browserSession.delete: Delete browser session: Session
account.getCreditUsage: Get account credit usage:
account.getCreditHistory: Get account credit history: Return All, Limit, Options
account.getQueueStatus: Get account queue status:
account.getConcurrency: Get account concurrency:
account.getActivity: Get account activity: Return All, Limit, Options
`;

it('a new node lists the operations by use, and shows their common fields with Options last', () => {
	const rows = operations.map(({ resource, value, action }) => {
		const [first, second, ...fields] = shownFields(resource, value);
		expect([first, second]).toEqual(['Resource', 'Operation']);
		return `${resource}.${value}: ${action}: ${fields.join(', ')}`.trim();
	});
	expect(rows).toEqual(forms.trim().split('\n'));
});

it('a new node has only Request Settings on the Settings tab', () => {
	const settings = properties.filter(({ isNodeSetting }) => isNodeSetting === true);
	expect(settings.map(({ displayName }) => displayName)).toEqual(['Request Settings']);
});

it('findOperation finds only operations that exist', () => {
	expect(findOperation('scrape', 'stopInteract')?.name).toBe('Stop Interact');
	const unknown = [
		findOperation('scrape', 'crawl'),
		findOperation('agent', 'call'),
		findOperation('', ''),
		findOperation('scrape', 'toString'),
	];
	expect(unknown).toEqual([undefined, undefined, undefined, undefined]);
});

it('n8n can resolve the defaults of every operation', () => {
	const unresolved = operations.filter(({ resource, value: operation }) => {
		const form = { resource, operation };
		const resolved = NodeHelpers.getNodeParameters(properties, form, true, false, null, null);
		return resolved?.resource !== resource || resolved.operation !== operation;
	});
	expect(unresolved).toEqual([]);
});

it('every list in the form has a search, and every search is used', () => {
	const all = everyField(inAll).map(({ field }) => field);
	const searches = all.flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	const lists = all.flatMap(
		({ typeOptions }) => typeOptions?.resourceMapper?.resourceMapperMethod ?? [],
	);
	expect([...new Set(searches)].sort()).toEqual(Object.keys(listSearches).sort());
	expect([...new Set(lists)]).toEqual(Object.keys(fieldLists));
});

describe('a field that does not apply', () => {
	const kept = (parameters: INodeParameters, name = 'webData'): INodeParameters | null =>
		NodeHelpers.getNodeParameters(inAll, parameters, true, false, { typeVersion: 1 }, {
			name,
		} as INodeTypeDescription);

	it('is dropped if it is the language of a prompt', () => {
		const options = { language: 'python', timeout: 5 };
		const texts = { scrapeId: 'a', prompt: 'b', code: 'c' };
		const interact = { resource: 'scrape', operation: 'interact', ...texts, options };
		expect(kept({ ...interact, interactWith: 'code' })).toMatchObject({ options });
		expect(kept({ ...interact, interactWith: 'prompt' })?.options).toEqual({ timeout: 5 });
	});

	it('is dropped if it is Download Files in a tool', () => {
		const form = { resource: 'scrape', operation: 'scrape', url: 'a', downloadFiles: true };
		expect(kept(form)).toMatchObject({ downloadFiles: true });
		expect(kept(form, 'webDataTool')).not.toHaveProperty('downloadFiles');
	});
});

describe('the texts of an operation', () => {
	const subjects: Record<string, RegExp> = {
		account: /\baccount\b/,
		agent: /\bagent\b/,
		batchScrape: /\bbatch scrape\b/i,
		browserSession: /\bbrowser sessions?\b/,
		catalog: /\bcatalog\b/,
		crawl: /\bcrawls?\b/i,
		map: /\bsite\b/,
		monitor: /\bmonitors?\b/,
		parse: /\bfile\b/,
		scrape: /\bpage\b/,
		search: /\bweb\b/,
	};

	it('name the subject in the action, without an article', () => {
		const wrong = operations.filter(
			({ action, resource }) =>
				!/^[A-Z][a-z]+( [a-z]+)+$/.test(action) ||
				/\b(a|an|the)\b/i.test(action) ||
				subjects[resource]?.test(action) !== true,
		);
		expect(wrong.map(({ action }) => action)).toEqual([]);
	});

	it('say more in the description than in the name', () => {
		const wrong = operations.filter(
			({ name, description }) =>
				description.toLowerCase().startsWith(name.toLowerCase()) ||
				description.split(' ').length <= name.split(' ').length + 3,
		);
		expect(wrong.map(({ action }) => action)).toEqual([]);
	});
});
