import type {
	INode,
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { detailsOf } from '../../nodes/WebData/form/marks';
import { findOperation, properties as inAll, resources } from '../../nodes/WebData/resources';
import { triggerProperties } from '../../nodes/WebData/triggers/events/form';
import { pageTriggerProperties } from '../../nodes/WebData/triggers/pages/form';
import { everyField, everyList } from './everyField';
import { triggerFields } from './triggerFields';

/** Fields of a regular node. operation/aiTool.test.ts tests the fields of a tool. */
const properties = inAll
	.filter(({ displayOptions }) => displayOptions?.show?.['@tool'] === undefined)
	.map(({ displayOptions: { hide: _inTool, ...displayOptions } = {}, ...field }) => ({
		...field,
		displayOptions,
	}));
const placed = everyField(properties);
const ofAllNodes = [...placed, ...triggerFields];

const choicesOf = (field: INodeProperties): INodePropertyOptions[] =>
	['options', 'multiOptions'].includes(field.type) ? (field.options as INodePropertyOptions[]) : [];

/** The texts that may name other fields. */
const textsOf = (field: INodeProperties): string[] => [
	field.displayName,
	field.description ?? '',
	detailsOf(field) ?? '',
	field.hint ?? '',
	...choicesOf(field).map(({ description = '' }) => description),
];

const labelsWhere = (isWrong: (field: INodeProperties) => boolean, fields = ofAllNodes) => [
	...new Set(fields.filter(({ field }) => isWrong(field)).map(({ label }) => label)),
];

const pairsOf = (list: readonly INodeProperties[]) =>
	list.flatMap((a, index) => list.slice(index + 1).map((b) => [a, b] as const));

const conditionsOf = ({ displayOptions }: INodeProperties) =>
	Object.entries(displayOptions?.show ?? {});

const isInTool = ({ displayOptions }: INodeProperties): unknown => displayOptions?.show?.['@tool'];

/** Fields are not shown together if they require different values of the same field. */
const canMeet = (a: INodeProperties, b: INodeProperties): boolean =>
	isInTool(a) === isInTool(b) &&
	conditionsOf(a).every(([name, values = []]) => {
		const others = b.displayOptions?.show?.[name] as unknown[] | undefined;
		return others === undefined || values.some((value) => others.includes(value));
	});

const operations = resources.flatMap(({ value: resource, operations: all }) =>
	all.map((operation) => ({ ...operation, resource })),
);

const wordsIn = (text: string): string[] => text.trim().split(/\s+/);

it('operations have Resource and Operation first, then at most ten fields, Options last, and settings', () => {
	/** The fields that n8n shows in a new node. */
	const shownIn = (resource: string, operation: string, fields: readonly INodeProperties[]) => {
		const values: Record<string, unknown> = { resource, operation };
		for (const { name, default: value } of fields) values[name] ??= value;
		return properties.filter((field) =>
			conditionsOf(field).every(([name, allowed]) =>
				(allowed as unknown[] | undefined)?.includes(values[name]),
			),
		);
	};

	const wrong = operations.filter(({ resource, value, form: { fields } }) => {
		const all = shownIn(resource, value, fields);
		const labels = all.filter((each) => !each.isNodeSetting).map((each) => each.displayName);
		const settings = all.filter((each) => each.isNodeSetting).map((each) => each.displayName);
		const rest = labels.slice(2);
		const isLast = !rest.includes('Options') || rest.at(-1) === 'Options';
		const isFirst = labels.slice(0, 2).join() === 'Resource,Operation';
		return !isFirst || !isLast || rest.length > 10 || settings.join() !== 'Request Settings';
	});
	expect(wrong.map(({ action }) => action)).toEqual([]);
});

it('n8n requires only fields that are marked as required', () => {
	const description = { name: 'webData', defaultVersion: 1 } as INodeTypeDescription;
	const missing = operations.flatMap(({ resource, value: operation }) => {
		const parameters = { resource, operation };
		const node = { type: 'webData', typeVersion: 1, parameters } as unknown as INode;
		const filled = NodeHelpers.getNodeParameters(inAll, parameters, true, false, node, description);
		const stored = { ...node, parameters: filled ?? {} };
		const issues = NodeHelpers.getNodeParametersIssues(inAll, stored, description);
		return Object.entries(issues?.parameters ?? {}).filter(
			([name, texts]) =>
				!texts.every((text) => text.endsWith('is required.')) || name === 'formats',
		);
	});
	expect(missing).toEqual([]);
});

it('names and labels of fields that are shown together are different', () => {
	const lists = [properties, pageTriggerProperties, triggerProperties].flatMap(everyList);
	const twins = lists.flatMap(pairsOf).filter(([a, b]) => {
		const isSame = a.name === b.name || a.displayName === b.displayName;
		return isSame && canMeet(a, b);
	});
	expect(twins.map(([a, b]) => [a.displayName, b.displayName])).toEqual([]);
});

/**
 * The default value of a fixed collection with one group must be empty. Otherwise, n8n looks for the group's values
 * in the saved node and fails to open the node.
 */
it('fields with one group of values have an empty default', () => {
	const wrong = labelsWhere(
		({ type, typeOptions, default: value }) =>
			type === 'fixedCollection' &&
			typeOptions?.multipleValues !== true &&
			Object.keys(value as object).length > 0,
	);
	expect(wrong).toEqual([]);
});

const fieldsAt = (operation: string, path: string) =>
	everyField(findOperation('scrape', operation)?.form.fields ?? [])
		.filter((each) => each.path === path)
		.map(({ field }) => field);

it('defaults of a scrape are those of the service', () => {
	/**
	 * Default values from the specification's tables "Scrape request body", "Scrape options", "Parsers", "Actions",
	 * "Location", and "Profile".
	 */
	const documented: Record<string, unknown> = {
		...{ zeroDataRetention: false, domainTools: false, onlyMainContent: true, waitFor: 0 },
		...{ onlyCleanContent: false, maxAge: 172_800_000, mobile: false, timeout: 60_000 },
		...{ skipTlsVerification: true, removeBase64Images: true, blockAds: true, proxy: 'auto' },
		...{ storeInCache: true, lockdown: false, redactPII: false },
		...{ 'parsers.type': 'pdf', 'parsers.mode': 'auto', 'parsers.pages': false },
		...{ 'parsers.blocks': false, 'parsers.pageMarkers': false, 'actions.fullPage': false },
		...{ 'actions.all': false, 'actions.direction': 'down', 'actions.format': 'Letter' },
		...{ 'actions.landscape': false, 'actions.scale': 1, 'location.country': 'US' },
		'profile.saveChanges': true,
	};
	/** Default values of the open-source server that the specification does not state. */
	const observed: Record<string, unknown> = {
		formats: { format: [{ type: 'markdown' }] },
		...{ 'formats.fullPage': false },
		...{ 'formats.checkPromptInjection': false, 'formats.modes': [], fastMode: false },
		...{ 'redactPIIOptions.mode': 'accurate', 'redactPIIOptions.replaceStyle': 'tag' },
		toolDetail: 'summary',
	};
	const known = { ...documented, ...observed };

	const shown = Object.keys(known).map((path) => [
		path,
		fieldsAt('scrape', path).map((field) => field.default),
	]);
	expect(shown).toEqual(Object.entries(known).map(([path, value]) => [path, [value]]));
});

describe('limits', () => {
	/**
	 * From the specification's section "Limits" and from the notes below its tables. In a row, 0 means that the value is not
	 * sent.
	 */
	it('of a scrape and an interaction are those of the service', () => {
		const documented: [string, string, number, number?][] = [
			['scrape', 'timeout', 1000, 300_000],
			['scrape', 'parsers.maxPages', 0, 10_000],
			['scrape', 'actions.quality', 1, 100],
			['scrape', 'formats.quality', 1, 100],
			['scrape', 'actions.milliseconds', 0],
			['scrape', 'maxAge', 0],
			['scrape', 'minAge', 0],
			['scrape', 'waitFor', 0, 60_000],
			['scrape', 'formats.viewport.width', 1, 7680],
			['scrape', 'formats.viewport.height', 1, 4320],
			['scrape', 'threatProtection.riskScoreThreshold', 0, 100],
			['interact', 'timeout', 1, 300],
		];
		const shown = documented.map(([operation, path]) => {
			const [{ typeOptions = {} } = {}, ...more] = fieldsAt(operation, path);
			const { minValue, maxValue } = typeOptions;
			return [operation, path, minValue, ...(maxValue === undefined ? [] : [maxValue]), ...more];
		});
		expect(shown).toEqual(documented);
	});

	it('of a number are in its description or in the docs', () => {
		const written = (limit: number): string => limit.toLocaleString('en-US');
		const wrong = labelsWhere((field) => {
			const { minValue = 0, maxValue } = field.typeOptions ?? {};
			if (field.type !== 'number' || maxValue === undefined) return false;
			const both = `from ${written(minValue)} to ${written(maxValue)}`;
			const text = `${field.description} ${detailsOf(field)}`.toLowerCase();
			return ![both, ...(minValue === 0 ? [`up to ${written(maxValue)}`] : [])].some((limit) =>
				text.includes(limit),
			);
		});
		expect(wrong).toEqual([]);
	});
});

it('the unit of a number is in its name or description, because n8n shows no labels to programs', () => {
	const units: Record<string, RegExp> = {
		Ms: /\bms\b|milliseconds/i,
		Seconds: /seconds/i,
		MB: /\bMB\b/,
		Px: /pixels/i,
		Days: /days/i,
	};
	const wrong = labelsWhere(({ name, displayName, description }) => {
		const unit = units[/\((\w+)\)$/.exec(displayName)?.[1] ?? ''];
		return unit !== undefined && !unit.test(`${name} ${description}`);
	});
	expect(wrong).toEqual([]);
});

describe('the forms', () => {
	/** A name with several labels, and the reason. */
	const severalLabels: Record<string, string> = {
		blacklist: 'domains for pages, or for a search',
		blockedTlds: 'top-level domains for pages, or for a search',
		country: 'country of a browser, or of a search',
		enabled: 'catalog tools, emails, or messages',
		failurePolicy: 'policy for pages, or for a search',
		headers: 'headers of a page, or of a webhook',
		k: 'number of papers, or of passages',
		location: 'country of a browser, or place of a search',
		mode: 'method of a parser, a redaction, or a check, or kind of a conversation',
		name: 'name of a monitor, a profile, a header, or an entry',
		riskScoreThreshold: 'score for pages, or for a search',
		status: 'a status to set, or a filter of pages, checks, or sessions',
		text: 'text to write, or a schedule',
		timeout: 'milliseconds, or seconds',
		url: 'URL of a page, or of a webhook',
		value: 'value of a header, or of an entry',
		whitelist: 'domains for pages, or for a search',
	};

	it('have one label for each API name', () => {
		const labels = new Map<string, Set<string>>();
		for (const { field } of ofAllNodes) {
			if (field.name === 'options' || field.type === 'notice') continue;
			labels.set(field.name, (labels.get(field.name) ?? new Set()).add(field.displayName));
		}
		const several = [...labels].filter(([, all]) => all.size > 1).map(([name]) => name);
		expect(several.sort()).toEqual(Object.keys(severalLabels));
	});

	it('have Formats first and Additional Body Fields last in each list of options', () => {
		const lists = ofAllNodes.flatMap(({ field }) =>
			field.type === 'collection' ? [(field.options as INodeProperties[]).map((a) => a.name)] : [],
		);
		const last = ['integration', 'origin', 'additionalBodyFields'];
		const wrong = lists.filter((names) => {
			const rare = last.filter((name) => names.includes(name));
			const isLast = names.slice(names.length - rare.length).join() === rare.join();
			return !isLast || names.indexOf('formats') > 0;
		});
		expect(wrong).toEqual([]);
	});

	it('state each price in a sentence of its own', () => {
		const hasPrice = (text: string) => /, (?:at|for) \d+ .*credit|, free of/.test(text);
		expect(labelsWhere((field) => textsOf(field).some(hasPrice))).toEqual([]);
	});

	it('contain the fields and choices that their texts name', () => {
		const forms = [
			...resources.flatMap(({ operations }) => operations.map(({ form }) => form.fields)),
			triggerProperties,
			pageTriggerProperties,
		].map((fields) => everyField(fields));
		const elsewhere = [
			'Metadata',
			'Poll Times',
			'Simplify',
			'Webhook',
			'Webhook Secret',
			'Webhook URL',
		];
		const wrong = forms.flatMap((form) => {
			const known = form.flatMap(({ field }) => [
				field.displayName,
				...choicesOf(field).map(({ name }) => name),
			]);
			const quoted = /(?<!\w)'([A-Z][^'\n]*)'(?!\w)/g;
			return form.flatMap(({ label, field }) =>
				[...textsOf(field).join('\n').matchAll(quoted)]
					.map(([, name = '']) => name)
					.filter((name) => ![...known, ...elsewhere].includes(name))
					.map((name) => `${label}: ${name}`),
			);
		});
		expect(wrong).toEqual([]);
	});
});

describe('the words that users search for', () => {
	const shownIn = (operation: string): INodeProperties[] => {
		const [resource = '', value = ''] = operation.split('.');
		return findOperation(resource, value)?.form.fields ?? [];
	};
	/** Labels in the list of *Add Option*, which n8n searches only by label. */
	const optionsOf = (operation: string): string[] =>
		shownIn(operation)
			.filter(({ name }) => name === 'options')
			.flatMap(({ options = [] }) => (options as INodeProperties[]).map((a) => a.displayName));
	/** Labels of the formats, and of the fields in their rows. */
	const formatsOf = (operation: string): string[] =>
		everyField(shownIn(operation).filter(({ name }) => name === 'formats')).flatMap(({ field }) => [
			field.displayName,
			...choicesOf(field).map(({ name }) => name),
		]);

	it.each([
		[
			'Add Option of Scrape',
			optionsOf('scrape.scrape'),
			'cookie login country language location click type scroll javascript popup banner ads ocr pdf proxy cache timeout mobile header wait selector css images tls ssl privacy pii retention security error',
		],
		[
			'Formats of Scrape',
			formatsOf('scrape.scrape'),
			'screenshot html markdown links images json schema prompt example summary audio video product',
		],
		[
			'Add Option of a crawl',
			optionsOf('crawl.run'),
			'prompt depth sitemap subdomain domain robots webhook delay external path query duplicate',
		],
		['Add Option of Map', optionsOf('map.map'), 'sitemap subdomain cache path external language'],
		[
			'Add Option of Search',
			optionsOf('search.search'),
			'date time language location country domain sources categories safe',
		],
	])('find an entry in %s', (_list, labels, words) => {
		const all = labels.join('\n').toLowerCase();
		expect(wordsIn(words).filter((word) => !all.includes(word))).toEqual([]);
	});

	it('find options whose labels n8n shows in full', () => {
		const isCut = ({ type, displayName }: INodeProperties) =>
			type !== 'notice' && displayName.length > 50;
		expect(labelsWhere(isCut)).toEqual([]);
	});
});

it('labels are in title case', () => {
	const labels = [
		...ofAllNodes.flatMap(({ field }) => [
			field.displayName,
			...choicesOf(field).map(({ name }) => name),
		]),
		...resources.flatMap(({ name, operations }) => [name, ...operations.map((each) => each.name)]),
	];

	const small = wordsIn('a an and as at by for in of on or per the to');
	const isWrong = (label: string) =>
		label
			.replaceAll(/[(),:]/g, '')
			.split(' ')
			.some((word, index) => !/^[A-Z0-9]/.test(word) && (index === 0 || !small.includes(word)));
	expect(labels.filter(isWrong)).toEqual([]);
});
