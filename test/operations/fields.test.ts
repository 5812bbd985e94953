import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { WebDataApi } from '../../credentials/WebDataApi.credentials';
import { action, pdfPaperFormats } from '../../nodes/WebData/api/scrape/actions';
import { format } from '../../nodes/WebData/api/scrape/formats';
import {
	findOperation,
	pageTriggerProperties,
	properties as inAll,
	resources,
	triggerProperties,
} from '../../nodes/WebData/operations';
import { isGroup } from '../../nodes/WebData/operations/form/marks';
import { everyField, everyList } from './everyField';
import { triggerFields } from './triggerFields';

/** Fields of a regular node. common/aiTool.test.ts tests the fields of a tool. */
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

interface Text {
	at: string;
	text: string;
}

const withText = (at: string, text: string | undefined): Text[] =>
	text === undefined ? [] : [{ at, text }];

const unique = (texts: Text[]): Text[] => [
	...new Map(texts.map((each) => [`${each.at}: ${each.text}`, each])).values(),
];

const descriptions = unique(
	ofAllNodes.flatMap(({ label, field }) => [
		...withText(label, field.description),
		...choicesOf(field).flatMap(({ name, description }) =>
			withText(`${label}: ${name}`, description),
		),
	]),
);
const texts = unique([
	...descriptions,
	...ofAllNodes.flatMap(({ label, field }) => withText(label, field.hint)),
]);

const labelsWhere = (isWrong: (field: INodeProperties) => boolean, fields = ofAllNodes) => [
	...new Set(fields.filter(({ field }) => isWrong(field)).map(({ label }) => label)),
];
const textsWhere = (isWrong: (text: string) => boolean, all = texts) =>
	all.filter(({ text }) => isWrong(text));

const pairsOf = (list: readonly INodeProperties[]) =>
	list.flatMap((a, index) => list.slice(index + 1).map((b) => [a, b] as const));

const conditionsOf = ({ displayOptions }: INodeProperties) =>
	Object.entries(displayOptions?.show ?? {});

/** Fields are not shown together if they require different values of the same field. */
const canMeet = (a: INodeProperties, b: INodeProperties): boolean =>
	conditionsOf(a).every(([name, values = []]) => {
		const others = b.displayOptions?.show?.[name] as unknown[] | undefined;
		return others === undefined || values.some((value) => others.includes(value));
	});

const wordsIn = (text: string): string[] => text.trim().split(/\s+/);

describe('names', () => {
	it('of groups are options and requestSettings', () => {
		const groups = placed.filter(({ field }) => isGroup(field));
		expect(new Set(groups.map(({ field }) => `${field.type} ${field.name}`))).toEqual(
			new Set(['collection options', 'collection requestSettings']),
		);
		const others = placed.filter(({ field }) => field.name === 'options' && !isGroup(field));
		expect(others.map(({ path, field }) => [path, field.type])).toEqual([
			['catalog.options', 'json'],
		]);
	});

	it('and labels of fields that are shown together are different', () => {
		const lists = [properties, pageTriggerProperties, triggerProperties].flatMap(everyList);
		const twins = lists.flatMap(pairsOf).filter(([a, b]) => {
			const isSame = a.name === b.name || a.displayName === b.displayName;
			return isSame && canMeet(a, b);
		});
		expect(twins.map(([a, b]) => [a.displayName, b.displayName])).toEqual([]);
	});

	it('are paths in the request that differ inside an operation', () => {
		const levelOf = (fields: readonly INodeProperties[]): string[] =>
			fields.flatMap((field) =>
				isGroup(field) ? levelOf(field.options as INodeProperties[]) : [field.name],
			);
		const twins = resources.flatMap(({ operations }) =>
			operations.flatMap(({ action: where, fields }) =>
				levelOf(fields)
					.filter((name, index, names) => names.indexOf(name) !== index)
					.map((name) => `${where}: ${name}`),
			),
		);
		expect(twins).toEqual([]);
	});

	it('in conditions are fields of the same level or, with a slash, of the outermost level', () => {
		const outermost = properties.map(({ name }) => `/${name}`);
		const unknown = everyList(properties).flatMap((list) => {
			const known = [...outermost, ...list.map(({ name }) => name)];
			return list.flatMap(conditionsOf).filter(([name]) => !known.includes(name));
		});
		expect(unknown).toEqual([]);
	});

	it('and plain values are all that conditions contain, because readForm supports no more', () => {
		const wrong = labelsWhere(
			(field) =>
				Object.keys(field.displayOptions ?? {}).some((key) => key !== 'show') ||
				conditionsOf(field).some(([, values]) =>
					values?.some((value) => typeof value === 'object'),
				),
			placed,
		);
		expect(wrong).toEqual([]);
	});
});

describe('fields', () => {
	it('are marked as required if the request needs them', () => {
		const required = placed.filter(({ field }) => field.required === true);
		const own = `
	actions.key actions.milliseconds actions.script actions.selector actions.text binaryPropertyName
	catalog.capability catalog.provider checkId code formats.query formats.question
	formats.selectors.attribute formats.selectors.selector inputBinaryField itemUrl jobId monitorId
	name prompt query scrapeId sessionId snapshotId tool url urls
		`;
		const paths = required.map(({ path }) => path.replace(/^(targets\.)?scrapeOptions\./, ''));
		expect([...new Set(paths)].sort()).toEqual(wordsIn(own));
	});

	it('accept no expression if they are Resource, Operation, or the options of a tool', () => {
		const fixed = properties.filter(({ noDataExpression }) => noDataExpression === true);
		expect(new Set(fixed.map(({ name }) => name))).toEqual(
			new Set(['resource', 'operation', 'toolOptions']),
		);
	});

	it('of a scrape are one list, in which each label but one begins with its group', () => {
		const options = findOperation('scrape', 'scrape')?.fields.find(
			({ name }) => name === 'options',
		);
		const fields = options?.options as INodeProperties[];
		const groups = fields.map(({ displayName }) => displayName.split(': '));
		expect(groups.filter(([, name]) => name === undefined)).toEqual([['Additional Body Fields']]);
		expect([...new Set(groups.slice(1).map(([group]) => group))]).toEqual(
			wordsIn('Browser Cache Catalog Content Output Page PDF Privacy Security'),
		);
		expect(fields.filter(isGroup)).toEqual([]);
	});

	it('have the choices of the schema', () => {
		const valuesAt = (path: string) =>
			choicesOf(placed.find((each) => each.path === path)?.field ?? ({} as INodeProperties)).map(
				({ value }) => value,
			);
		const schema: Record<string, readonly unknown[]> = {
			'formats.type': [...format.optionsMap.keys()],
			'actions.type': [...action.optionsMap.keys()],
			'actions.format': pdfPaperFormats,
			'actions.direction': ['up', 'down'],
			'parsers.mode': ['fast', 'auto', 'ocr'],
			'parsers.type': ['pdf'],
			proxy: ['basic', 'enhanced', 'auto'],
		};
		for (const [path, values] of Object.entries(schema)) {
			expect([path, new Set(valuesAt(path))]).toEqual([path, new Set(values)]);
		}
	});

	it('have a default that is one of their choices', () => {
		const wrong = labelsWhere(
			(field) =>
				field.type === 'options' && !choicesOf(field).some(({ value }) => value === field.default),
		);
		expect(wrong).toEqual([]);
	});

	/**
	 * The default value of a fixed collection with one group must be empty. Otherwise, n8n looks for the group's values
	 * in the saved node and fails to open the node.
	 */
	it('with one group of values have an empty default', () => {
		const wrong = labelsWhere(
			({ type, typeOptions, default: value }) =>
				type === 'fixedCollection' &&
				typeOptions?.multipleValues !== true &&
				Object.keys(value as object).length > 0,
		);
		expect(wrong).toEqual([]);
	});
});

const fieldsAt = (operation: string, path: string) =>
	everyField(findOperation('scrape', operation)?.fields ?? [])
		.filter((each) => each.path === path)
		.map(({ field }) => field);

describe('defaults', () => {
	/**
	 * Default values from the specification's tables "Scrape request body", "Scrape options", "Parsers", "Actions",
	 * "Location", and "Profile".
	 */
	const documented: Record<string, unknown> = {
		zeroDataRetention: false,
		domainTools: false,
		onlyMainContent: true,
		onlyCleanContent: false,
		maxAge: 172_800_000,
		waitFor: 0,
		mobile: false,
		skipTlsVerification: true,
		timeout: 60_000,
		removeBase64Images: true,
		blockAds: true,
		proxy: 'auto',
		storeInCache: true,
		lockdown: false,
		redactPII: false,
		'parsers.type': 'pdf',
		'parsers.mode': 'auto',
		'parsers.pages': false,
		'parsers.blocks': false,
		'parsers.pageMarkers': false,
		'actions.fullPage': false,
		'actions.all': false,
		'actions.direction': 'down',
		'actions.format': 'Letter',
		'actions.landscape': false,
		'actions.scale': 1,
		'location.country': 'US',
		'profile.saveChanges': true,
	};
	/** Default values of the live API that the specification does not state. */
	const observed: Record<string, unknown> = {
		formats: { format: [{ type: 'markdown' }] },
		'formats.type': 'markdown',
		'formats.fullPage': false,
		'formats.checkPromptInjection': false,
		'formats.modes': [],
		'formats.mode': 'freeform',
		'redactPIIOptions.mode': 'accurate',
		'redactPIIOptions.replaceStyle': 'tag',
		fastMode: false,
		toolDetail: 'summary',
	};
	const known = { ...documented, ...observed };

	it('of a scrape are those of the service', () => {
		const shown = Object.keys(known).map((path) => [
			path,
			fieldsAt('scrape', path).map((field) => field.default),
		]);
		expect(shown).toEqual(Object.entries(known).map(([path, value]) => [path, [value]]));
	});

	it('of an interaction are those of the service', () => {
		const shown = ['language', 'timeout'].flatMap((path) => fieldsAt('interact', path));
		expect(shown.map((field) => field.default)).toEqual(['node', 30]);
	});

	it('that the service does not state are empty', () => {
		const filled = everyField(findOperation('scrape', 'scrape')?.fields ?? []).filter(
			({ path, field }) =>
				!(path in known) &&
				!['options', 'number', 'boolean'].includes(field.type) &&
				!['""', '"{}"', '"[]"', '{}', '[]'].includes(JSON.stringify(field.default)),
		);
		expect(filled.map(({ path }) => path)).toEqual([]);
	});
});

describe('limits', () => {
	/** From the specification's section "Limits" and from the notes below its tables. */
	it('of a scrape and an interaction are those of the service', () => {
		const documented: [string, string, number, number?][] = [
			['scrape', 'timeout', 1000, 300_000],
			['scrape', 'parsers.maxPages', 1, 10_000],
			['scrape', 'actions.quality', 1, 100],
			['scrape', 'formats.quality', 1, 100],
			['scrape', 'actions.milliseconds', 1],
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

	it('of a number are in its description', () => {
		const written = (limit: number): string => limit.toLocaleString('en-US');
		const wrong = labelsWhere(({ type, description = '', typeOptions = {} }) => {
			const { minValue = 0, maxValue } = typeOptions;
			if (type !== 'number' || maxValue === undefined) return false;
			const both = `from ${written(minValue)} to ${written(maxValue)}`;
			return ![both, ...(minValue === 0 ? [`up to ${written(maxValue)}`] : [])].some((limit) =>
				description.includes(limit),
			);
		});
		expect(wrong).toEqual([]);
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
		const matching = placed.filter(({ label }) => label === where);
		expect(matching).not.toEqual([]);
		expect(labelsWhere(({ description }) => !description?.includes(limit), matching)).toEqual([]);
	});
});

describe('labels', () => {
	const labels: Text[] = [
		...ofAllNodes.map(({ label, field }) => ({ at: label, text: field.displayName })),
		...ofAllNodes.flatMap(({ label, field }) =>
			choicesOf(field).map(({ name }) => ({ at: `${label}: ${name}`, text: name })),
		),
		...resources.flatMap(({ name, operations }) =>
			[name, ...operations.map((each) => each.name)].map((text) => ({ at: text, text })),
		),
	];

	it('are in title case', () => {
		const small = wordsIn('a an and as at by for in of on or per the to');
		const isWrong = (label: string) =>
			label
				.replaceAll(/[(),:]/g, '')
				.split(' ')
				.some((word, index) => !/^[A-Z0-9]/.test(word) && (index === 0 || !small.includes(word)));
		expect(textsWhere(isWrong, labels)).toEqual([]);
	});

	it('of numbers end with the unit in the description', () => {
		const units: [RegExp, string][] = [
			[/milliseconds/, '(Ms)'],
			[/(?<!milli)seconds/, '(Seconds)'],
			[/megabytes/, '(MB)'],
			[/pixels/, '(Px)'],
		];
		const inMs = ['Cache: Max Age (Ms)', 'Cache: Min Age (Ms)'];
		const wrong = labelsWhere(({ type, displayName, description = '' }) => {
			if (type !== 'number') return false;
			const unit = units.find(([word]) => word.test(description))?.[1];
			if (unit !== undefined && !displayName.endsWith(` ${unit}`)) return true;
			return displayName.includes('(Ms)') !== (unit === '(Ms)' || inMs.includes(displayName));
		});
		expect(wrong).toEqual([]);
	});

	it('in lists of five or more entries are in alphabetical order', () => {
		const namesOf = (field: INodeProperties): string[] =>
			field.type === 'collection'
				? (field.options as INodeProperties[]).map(({ displayName }) => displayName)
				: choicesOf(field).map(({ name }) => name);
		const sorted = (names: string[]) =>
			[...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
		const wrong = labelsWhere((field) => {
			const names = namesOf(field);
			const isByUse = ['resource', 'operation'].includes(field.name);
			return !isByUse && names.length >= 5 && names.join() !== sorted(names).join();
		});
		expect(wrong).toEqual([]);
	});
});

describe('descriptions', () => {
	it('have no period after one sentence, and one after each of several', () => {
		const sentences = (text: string) => text.split(/(?<!\be\.g)(?<!\bi\.e)[.!?]['")]*\s+/).length;
		const isWrong = (text: string) => text.endsWith('.') !== sentences(text) > 1;
		expect(textsWhere(isWrong, descriptions)).toEqual([]);
	});

	it('begin with a capital letter and have no spaces around them', () => {
		const isWrong = (text: string) => !/^[A-Z0-9]/.test(text) || text !== text.trim();
		expect(textsWhere(isWrong, descriptions)).toEqual([]);
	});

	it('of switches begin with Whether', () => {
		const wrong = labelsWhere(
			({ type, description = '' }) => type === 'boolean' && !/^Whether /.test(description),
		);
		expect(wrong).toEqual([]);
	});

	it('or hints exist for every field except Resource and Operation', () => {
		const silent = labelsWhere(
			({ description, hint, type }) =>
				description === undefined && hint === undefined && type !== 'collection',
		);
		expect(silent).toEqual(['Resource', 'Operation']);
	});

	it('quote only labels that exist', () => {
		const names = new Set([
			...ofAllNodes.map(({ field }) => field.displayName),
			...new WebDataApi().properties.map(({ displayName }) => displayName),
			...ofAllNodes.flatMap(({ field }) => choicesOf(field).map(({ name }) => name)),
		]);
		const isWrong = (text: string) =>
			[...text.matchAll(/(?<!\w)'([A-Z][\w ():]*)'/g)].some(([, label = '']) => !names.has(label));
		expect(textsWhere(isWrong)).toEqual([]);
	});

	/** Labels that cannot be mistaken for ordinary words: labels of several words, and a few single words. */
	it('quote each label', () => {
		const unmistakable = [...new Set(ofAllNodes.map(({ field }) => field.displayName))].filter(
			(label) =>
				/^\w+:?( \w+)+$/.test(label) || ['Lockdown', 'Simplify', 'Parsers'].includes(label),
		);
		const bare = new RegExp(`(?<!')\\b(?:${unmistakable.join('|')})\\b(?!')`);
		expect(textsWhere((text) => bare.test(text.slice(1)))).toEqual([]);
	});
});

describe('placeholders', () => {
	it('of inputs begin with e.g.', () => {
		const wrong = labelsWhere(
			({ type, placeholder }) =>
				['string', 'json', 'number'].includes(type) &&
				Boolean(placeholder) &&
				!/^e\.g\. \S/.test(placeholder ?? ''),
		);
		expect(wrong).toEqual([]);
	});

	it('of collections name what the button adds', () => {
		const wrong = labelsWhere(
			({ type, placeholder = '' }) =>
				['collection', 'fixedCollection'].includes(type) && !/^(Add|Set) [A-Z]/.test(placeholder),
		);
		expect(wrong).toEqual([]);
	});
});
