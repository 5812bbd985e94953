import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { WebDataApi } from '../../credentials/WebDataApi.credentials';
import {
	findOperation,
	pageTriggerProperties,
	properties as inAll,
	resources,
	triggerProperties,
} from '../../nodes/WebData/operations';
import { isGroup } from '../../nodes/WebData/operations/form/marks';
import { scrape as scrapeOperation } from '../../nodes/WebData/operations/scrape/scrape.operation';
import { everyField, everyList } from './everyField';
import { triggerFields } from './triggerFields';

const properties = inAll.filter(
	({ displayOptions }) => displayOptions?.show?.['@tool'] === undefined,
);
const placed = everyField(properties);
const ofAllNodes = [...placed, ...triggerFields];
const named = ofAllNodes.map(({ label, field }) => [label, field] as const);

const choicesOf = (field: INodeProperties): INodePropertyOptions[] =>
	['options', 'multiOptions'].includes(field.type) ? (field.options as INodePropertyOptions[]) : [];

const isText = (text: string | undefined): text is string => text !== undefined;

const texts = named.flatMap(([label, field]) =>
	[field.description, field.hint, ...choicesOf(field).map(({ description }) => description)]
		.filter(isText)
		.map((text) => [label, text] as const),
);

describe('a new node', () => {
	const shown = (resource: string, operation: string): string[] => {
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
	};
	const before = ['Resource', 'Operation'];

	it.each<[string, string, string[]]>([
		['scrape', 'scrape', ['URL', 'Formats', 'Download Files', 'Simplify', 'Options']],
		['scrape', 'interact', ['Scrape ID', 'Instruction', 'Prompt', 'Options']],
		['scrape', 'stopInteract', ['Scrape ID']],
		['scrape', 'get', ['Scrape ID', 'Download Files', 'Simplify', 'Options']],
		['account', 'getCreditUsage', []],
		['account', 'getCreditHistory', ['Return All', 'Limit', 'Options']],
		['account', 'getQueueStatus', []],
		['account', 'getConcurrency', []],
		['account', 'getActivity', ['Return All', 'Limit', 'Options']],
		['search', 'search', ['Query', 'Limit', 'Scrape Results', 'Simplify', 'Options']],
		['map', 'map', ['URL', 'Search', 'Limit', 'Simplify', 'Options']],
		[
			'catalog',
			'call',
			['Specify Calls', 'Tool', 'Specify Tool Options', 'Tool Options', 'Simplify', 'Options'],
		],
		[
			'agent',
			'run',
			[
				...['Prompt', 'URLs', 'Output Shape', 'Max Credits', 'Max Wait (Seconds)'],
				...['When Max Wait Is Over', 'Simplify', 'Options'],
			],
		],
		['agent', 'start', ['Prompt', 'URLs', 'Output Shape', 'Max Credits', 'Options']],
		[
			'agent',
			'wait',
			['Job ID', 'Max Wait (Seconds)', 'When Max Wait Is Over', 'Simplify', 'Options'],
		],
		[
			'crawl',
			'run',
			[
				...['URL', 'Limit', 'Scrape Options', 'Download Files', 'Max Wait (Seconds)'],
				...['When Max Wait Is Over', 'Simplify', 'Options'],
			],
		],
		['crawl', 'start', ['URL', 'Limit', 'Scrape Options', 'Options']],
		[
			'crawl',
			'wait',
			[
				...['Job ID', 'Max Wait (Seconds)', 'When Max Wait Is Over', 'Failed Pages'],
				...['Download Files', 'Simplify', 'Options'],
			],
		],
		['crawl', 'get', ['Job ID', 'Simplify']],
		[
			'crawl',
			'getPages',
			['Job ID', 'Return All', 'Limit', 'Skip', 'Download Files', 'Simplify', 'Options'],
		],
		['crawl', 'getErrors', ['Job ID', 'Simplify']],
		['crawl', 'getAll', []],
		['crawl', 'previewParams', ['URL', 'Describe the Crawl', 'Simplify']],
		['crawl', 'cancel', ['Job ID']],
		[
			'batchScrape',
			'run',
			[
				...['URLs From', 'URLs', 'Formats', 'Max Wait (Seconds)', 'When Max Wait Is Over'],
				...['Failed Pages', 'Download Files', 'Simplify', 'Options'],
			],
		],
		['batchScrape', 'start', ['URLs From', 'URLs', 'Formats', 'Options']],
		[
			'batchScrape',
			'wait',
			[
				...['Job ID', 'Max Wait (Seconds)', 'When Max Wait Is Over', 'Failed Pages'],
				...['Download Files', 'Simplify', 'Options'],
			],
		],
		['batchScrape', 'get', ['Job ID', 'Simplify']],
		[
			'batchScrape',
			'getPages',
			['Job ID', 'Return All', 'Limit', 'Skip', 'Download Files', 'Simplify', 'Options'],
		],
		['batchScrape', 'getErrors', ['Job ID', 'Simplify']],
		['batchScrape', 'cancel', ['Job ID']],
		['monitor', 'create', ['Name', 'Targets', 'Schedule', 'Goal', 'Simplify', 'Options']],
		['monitor', 'get', ['Monitor', 'Simplify']],
		['monitor', 'getAll', ['Return All', 'Limit']],
		['monitor', 'update', ['Monitor', 'Targets', 'Simplify', 'Update Fields']],
		['monitor', 'delete', ['Monitor']],
		[
			'monitor',
			'run',
			[
				...['Monitor', 'Wait for Check', 'Max Wait (Seconds)', 'When Max Wait Is Over'],
				...['Simplify', 'Options'],
			],
		],
		['monitor', 'getCheck', ['Monitor', 'Check', 'Return All', 'Limit', 'Simplify', 'Options']],
		['monitor', 'getChecks', ['Monitor', 'Return All', 'Limit', 'Options']],
		['browserSession', 'create', ['Options']],
		['browserSession', 'execute', ['Session', 'Language', 'Code', 'Options']],
		['browserSession', 'getAll', ['Return All', 'Limit', 'Options']],
		['browserSession', 'delete', ['Session']],
		['agent', 'get', ['Job ID', 'Simplify']],
		['agent', 'cancel', ['Job ID']],
		['agent', 'getTrace', ['Job ID', 'Return All', 'Limit', 'Simplify', 'Options']],
		['agent', 'getSnapshot', ['Job ID', 'Snapshot ID', 'Output As', 'Options']],
	])('shows the common fields of %s %s, with Options last', (resource, operation, fields) => {
		expect(shown(resource, operation)).toEqual([...before, ...fields]);
	});

	it('has the settings of the node on the Settings tab', () => {
		const settings = properties.filter(({ isNodeSetting }) => isNodeSetting === true);
		expect(settings.map(({ displayName }) => displayName)).toEqual(['Request Settings']);
	});
});

describe('the defaults', () => {
	const operations = resources.flatMap(({ value, operations: all }) =>
		all.map((each) => [value, each.value] as const),
	);

	it.each(operations)('of %s %s can be resolved by n8n', (resource, operation) => {
		const form = { resource, operation };
		const resolved = NodeHelpers.getNodeParameters(properties, form, true, false, null, null);
		expect(resolved).toMatchObject(form);
	});

	const single = ofAllNodes.filter(
		({ field }) => field.type === 'fixedCollection' && field.typeOptions?.multipleValues !== true,
	);

	/**
	 * The default value of a fixed collection with one group must be empty. Otherwise, n8n looks for the group's values
	 * in the saved node and fails to open the node.
	 */
	it('of fixed collections with one group are empty', () => {
		expect(single.filter(({ field }) => Object.keys(field.default as object).length > 0)).toEqual(
			[],
		);
	});
});

describe('the options of a scrape', () => {
	const options = scrapeOperation.fields.find(({ name }) => name === 'options');
	const labels = (options?.options as INodeProperties[]).map(({ displayName }) => displayName);
	const groupOf = (label: string) => label.split(': ')[0];

	it('are one list in which all labels but one begin with their group', () => {
		expect(labels.filter((label) => !label.includes(': '))).toEqual(['Additional Body Fields']);
		expect(new Set(labels.slice(1).map(groupOf))).toEqual(
			new Set([
				'Browser',
				'Cache',
				'Catalog',
				'Content',
				'Output',
				'Page',
				'PDF',
				'Privacy',
				'Security',
			]),
		);
	});

	it('contain no collection that only groups fields', () => {
		expect((options?.options as INodeProperties[]).filter(isGroup)).toEqual([]);
	});
});

describe('a field that does not apply', () => {
	const kept = (parameters: INodeParameters, name = 'webData'): INodeParameters | null =>
		NodeHelpers.getNodeParameters(inAll, parameters, true, false, { typeVersion: 1 }, {
			name,
		} as INodeTypeDescription);
	const interact = {
		resource: 'scrape',
		operation: 'interact',
		scrapeId: 'a',
		prompt: 'b',
		code: 'c',
	};
	const options = { language: 'python', timeout: 5 };

	it('is dropped: the language of a prompt', () => {
		expect(kept({ ...interact, interactWith: 'code', options })).toMatchObject({ options });
		const prompted = kept({ ...interact, interactWith: 'prompt', options });
		expect(prompted?.options).toEqual({ timeout: 5 });
	});

	it('is dropped: Download Files in a tool', () => {
		const form = { resource: 'scrape', operation: 'scrape', url: 'a', downloadFiles: true };
		expect(kept(form)).toMatchObject({ downloadFiles: true });
		expect(kept(form, 'webDataTool')).not.toHaveProperty('downloadFiles');
	});
});

describe('labels', () => {
	const labels = [
		...named.map(([label, { displayName }]) => [label, displayName] as const),
		...named.flatMap(([label, field]) =>
			choicesOf(field).map(({ name }) => [`${label}: ${name}`, name] as const),
		),
		...resources.flatMap(({ name, operations }) =>
			[name, ...operations.map((each) => each.name)].map((each) => [each, each] as const),
		),
	];
	const small = new Set([
		'a',
		'an',
		'and',
		'as',
		'at',
		'by',
		'for',
		'in',
		'of',
		'on',
		'or',
		'per',
		'the',
		'to',
	]);

	it.each(labels)('%s is in title case', (_where, label) => {
		const labelParts = label.replaceAll(/[(),:]/g, '').split(' ');
		const wrong = labelParts.filter(
			(word, index) => !/^[A-Z0-9]/.test(word) && (index === 0 || !small.has(word)),
		);
		expect(wrong).toEqual([]);
	});

	const units: [RegExp, string][] = [
		[/milliseconds/, '(Ms)'],
		[/(?<!milli)seconds/, '(Seconds)'],
		[/megabytes/, '(MB)'],
		[/pixels/, '(Px)'],
	];

	it.each(named.filter(([, { type }]) => type === 'number'))(
		'%s has its unit',
		(_where, { displayName, description = '' }) => {
			const unit = units.find(([word]) => word.test(description))?.[1];
			if (unit !== undefined) expect(displayName.endsWith(` ${unit}`)).toBe(true);
			expect(displayName.includes('(Ms)')).toBe(
				unit === '(Ms)' || ['Cache: Max Age (Ms)', 'Cache: Min Age (Ms)'].includes(displayName),
			);
		},
	);

	it('fields that are shown together have different labels', () => {
		const apart = (a: INodeProperties, b: INodeProperties): boolean =>
			Object.entries(a.displayOptions?.show ?? {}).some(([name, values]) => {
				const others = b.displayOptions?.show?.[name] as unknown[] | undefined;
				return others !== undefined && !(values ?? []).some((value) => others.includes(value));
			});
		const lists = [properties, pageTriggerProperties, triggerProperties].flatMap(everyList);
		const twins = lists.flatMap((list) =>
			list.flatMap((a, index) =>
				list
					.slice(index + 1)
					.filter((b) => a.displayName === b.displayName && !apart(a, b))
					.map(({ displayName }) => displayName),
			),
		);
		expect(twins).toEqual([]);
	});
});

describe('limits', () => {
	const bounded = named.filter(
		([, { type, typeOptions }]) => type === 'number' && typeOptions?.maxValue !== undefined,
	);
	const written = (limit: number): string => limit.toLocaleString('en-US');

	it.each(bounded)('%s names both limits', (_where, { description, typeOptions = {} }) => {
		const { minValue = 0, maxValue = 0 } = typeOptions;
		const both = `from ${written(minValue)} to ${written(maxValue)}`;
		const upTo = minValue === 0 ? `up to ${written(maxValue)}` : both;
		expect([both, upTo].some((said) => description?.includes(said))).toBe(true);
	});

	/** Limits that the specification does not state come from the live API. */
	it.each([
		['Options > Browser: Profile > Name', '1 to 128 characters'],
		['Calls > Provider', 'up to 200 characters'],
		['Calls > Capability', 'up to 200 characters'],
		['Query', 'up to 500 characters'],
		['Calls', '1 to 10'],
		['Calls (JSON)', '1 to 10'],
		['Options > Request ID', '1 to 128 characters (letters, digits, and . _ : -)'],
		['Formats > Question', 'up to 10,000 characters'],
		['Formats > Query', 'up to 10,000 characters'],
		['Formats > Prompt', 'up to 10,000 characters'],
		['Prompt', 'up to 10,000 characters'],
		['Code', 'up to 100,000 characters'],
	])('%s says: %s', (where, limit) => {
		const matching = named.filter(([label]) => label === where);
		expect(matching.length).toBeGreaterThan(0);
		for (const [, { description }] of matching) expect(description).toContain(limit);
	});
});

describe('texts', () => {
	const fieldLabels = [...new Set(ofAllNodes.map(({ field }) => field.displayName))];
	const names = new Set([
		...fieldLabels,
		...new WebDataApi().properties.map(({ displayName }) => displayName),
		...named.flatMap(([, field]) => choicesOf(field).map(({ name }) => name)),
	]);

	it.each(texts)('%s: a quoted label exists (%s)', (_where, text) => {
		const quoted = [...text.matchAll(/(?<!\w)'([A-Z][\w ():]*)'/g)].map(([, label = '']) => label);
		expect(quoted.filter((label) => !names.has(label))).toEqual([]);
	});

	/** Labels that cannot be mistaken for ordinary words: labels of several words, and a few single words. */
	const unmistakable = fieldLabels.filter(
		(label) => /^\w+:?( \w+)+$/.test(label) || ['Lockdown', 'Simplify', 'Parsers'].includes(label),
	);

	it.each(texts)('%s: the name of a field is quoted (%s)', (_where, text) => {
		const bare = unmistakable.filter((label) =>
			new RegExp(`(?<!')\\b${label}\\b(?!')`).test(text.slice(1)),
		);
		expect(bare).toEqual([]);
	});
});

describe('the texts of an operation', () => {
	const actions = resources.flatMap(({ value, operations }) =>
		operations.map(({ action, name, description }) => ({
			resource: value,
			action,
			name,
			description,
		})),
	);
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

	it.each(actions)('$action names its subject and has no article', (each) => {
		expect(each.action).toMatch(/^[A-Z][a-z]+( [a-z]+)+$/);
		expect(each.action).not.toMatch(/\b(a|an|the)\b/i);
		expect(each.action).toMatch(subjects[each.resource] ?? /^$/);
	});

	it.each(actions)('$action and its description use different words', ({ name, description }) => {
		expect(description.toLowerCase().startsWith(name.toLowerCase())).toBe(false);
		expect(description.split(' ').length).toBeGreaterThan(name.split(' ').length + 3);
	});
});
