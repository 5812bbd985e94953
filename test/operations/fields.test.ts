import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { format } from '../../nodes/WebData/api/scrape/formats';
import { action, pdfPaperFormats } from '../../nodes/WebData/api/scrape/actions';
import { findOperation, properties as inAll, resources } from '../../nodes/WebData/operations';
import { isGroup, isUiOnly } from '../../nodes/WebData/operations/form/marks';
import {
	requestSettingsField,
	simplifyField,
} from '../../nodes/WebData/operations/common/settings.fields';
import { everyField, everyList, listsIn } from './everyField';
import { triggerFields } from './triggerFields';

/** Fields of a regular node. common/aiTool.test.ts tests the fields of a tool. */
const properties = inAll
	.filter(({ displayOptions }) => displayOptions?.show?.['@tool'] === undefined)
	.map(({ displayOptions: { hide: _inTool, ...displayOptions } = {}, ...field }) => ({
		...field,
		displayOptions,
	}));
const placed = everyField(properties);
const named = placed.map(({ label, field }) => [label, field] as const);
const ofAllNodes = [...named, ...triggerFields.map(({ label, field }) => [label, field] as const)];
const ofType = (...types: string[]) => ofAllNodes.filter(([, { type }]) => types.includes(type));

const choicesOf = (field: INodeProperties): INodePropertyOptions[] =>
	['options', 'multiOptions'].includes(field.type) ? (field.options as INodePropertyOptions[]) : [];

describe('the list of resources and operations', () => {
	it('begins with the most common resources and operations', () => {
		const offered = resources.flatMap((resource) =>
			resource.operations.map(({ value, action: does }) => [resource.value, value, does]),
		);
		expect(offered).toEqual([
			['scrape', 'scrape', 'Scrape page'],
			['scrape', 'interact', 'Interact with scraped page'],
			['scrape', 'stopInteract', 'Stop interaction with scraped page'],
			['scrape', 'get', 'Get stored page'],
			['search', 'search', 'Search web'],
			['map', 'map', 'Map site'],
			['parse', 'parse', 'Parse file'],
			['crawl', 'run', 'Crawl website and wait for pages'],
			['crawl', 'start', 'Start crawl'],
			['crawl', 'wait', 'Wait for crawl'],
			['crawl', 'get', 'Get crawl'],
			['crawl', 'getPages', 'Get crawl pages'],
			['crawl', 'getErrors', 'Get crawl errors'],
			['crawl', 'getAll', 'Get many running crawls'],
			['crawl', 'previewParams', 'Preview crawl params'],
			['crawl', 'cancel', 'Cancel crawl'],
			['batchScrape', 'run', 'Batch scrape pages and wait for them'],
			['batchScrape', 'start', 'Start batch scrape'],
			['batchScrape', 'wait', 'Wait for batch scrape'],
			['batchScrape', 'get', 'Get batch scrape'],
			['batchScrape', 'getPages', 'Get batch scrape pages'],
			['batchScrape', 'getErrors', 'Get batch scrape errors'],
			['batchScrape', 'cancel', 'Cancel batch scrape'],
			['agent', 'run', 'Run agent and wait for result'],
			['agent', 'start', 'Start agent run'],
			['agent', 'wait', 'Wait for agent run'],
			['agent', 'get', 'Get agent run'],
			['agent', 'getTrace', 'Get agent run trace'],
			['agent', 'getSnapshot', 'Get agent run snapshot'],
			['agent', 'cancel', 'Cancel agent run'],
			['catalog', 'call', 'Call catalog tools'],
			['monitor', 'create', 'Create monitor'],
			['monitor', 'run', 'Run monitor now'],
			['monitor', 'getCheck', 'Get monitor check'],
			['monitor', 'getChecks', 'Get monitor checks'],
			['monitor', 'get', 'Get monitor'],
			['monitor', 'getAll', 'Get many monitors'],
			['monitor', 'update', 'Update monitor'],
			['monitor', 'delete', 'Delete monitor'],
			['browserSession', 'create', 'Create browser session'],
			['browserSession', 'execute', 'Execute code in browser session'],
			['browserSession', 'getAll', 'Get many browser sessions'],
			['browserSession', 'delete', 'Delete browser session'],
			['account', 'getCreditUsage', 'Get account credit usage'],
			['account', 'getCreditHistory', 'Get account credit history'],
			['account', 'getQueueStatus', 'Get account queue status'],
			['account', 'getConcurrency', 'Get account concurrency'],
			['account', 'getActivity', 'Get account activity'],
		]);
	});

	it('has entries that are found only by their stored values', () => {
		expect(findOperation('scrape', 'stopInteract')?.name).toBe('Stop Interact');
		for (const [resource, operation] of [
			['scrape', 'crawl'],
			['agent', 'call'],
			['', ''],
			['scrape', 'toString'],
		] as const) {
			expect(findOperation(resource, operation)).toBeUndefined();
		}
	});

	it('has Simplify where the response can be simplified', () => {
		const shown = properties
			.filter(({ name }) => name === simplifyField.name)
			.map(({ displayOptions }) => displayOptions?.show ?? {})
			.map(({ resource, operation }) => `${String(resource)}.${String(operation)}`);
		expect(shown).toEqual([
			'scrape.scrape',
			'scrape.get',
			'search.search',
			'map.map',
			'parse.parse',
			'crawl.run',
			'crawl.wait',
			'crawl.get',
			'crawl.getPages',
			'crawl.getErrors',
			'crawl.previewParams',
			'batchScrape.run',
			'batchScrape.wait',
			'batchScrape.get',
			'batchScrape.getPages',
			'batchScrape.getErrors',
			'agent.run',
			'agent.wait',
			'agent.get',
			'agent.getTrace',
			'catalog.call',
			'monitor.create',
			'monitor.run',
			'monitor.getCheck',
			'monitor.get',
			'monitor.update',
		]);
	});
});

describe('names', () => {
	/** Names of API fields that are listed in the specification or were observed in the live API. */
	const ofTheService = new Set(
		`url zeroDataRetention catalog domainTools formats onlyMainContent onlyCleanContent includeTags
		excludeTags maxAge minAge headers waitFor mobile skipTlsVerification timeout parsers actions location
		removeBase64Images blockAds proxy storeInCache lockdown redactPII profile threatProtection
		auditMetadata type mode maxPages pages blocks pageMarkers milliseconds selector fullPage quality
		viewport width height all text key direction script format landscape scale country languages name
		saveChanges provider capability origin integration entities replaceStyle riskScoreThreshold blacklist
		whitelist blockedTlds failurePolicy username fastMode toolDetail useMock prompt code language
		existingSessionId schema checkPromptInjection question query modes tag selectors attribute urls
		maxCredits model strictConstrainToURLs webhook events metadata effort threadId exchange enabled toolkits
		maxCalls requireApproval onTermsRequired liveView jobId snapshotId scrapeId value limit byApiKey endpoint sources categories highlights
		includeDomains excludeDomains tbs lang filter safe ignoreInvalidURLs enterprise scrapeOptions search sitemap
		includeSubdomains ignoreQueryParameters filterByPath useIndex ignoreCache includePaths excludePaths
		allowExternalLinks allowSubdomains crawlEntireDomain deduplicateSimilarURLs delay ignoreRobotsTxt
		maxConcurrency maxDiscoveryDepth regexOnFullURL robotsUserAgent skip appendToId
		schedule cron timezone targets goal judgeEnabled notification email slack recipients includeDiffs channelId
		channelName retentionDays status monitorId checkId crawlOptions queries searchWindow maxResults id
		sessionId ttl activityTtl streamWebView recordSession`.split(/\s+/),
	);
	const settings = [requestSettingsField, ...listsIn(requestSettingsField).flat(), simplifyField];
	const own = [
		'options',
		...new Set(placed.filter(({ field }) => isUiOnly(field)).map(({ field }) => field.name)),
		...settings.map(({ name }) => name),
		'additionalFields',
		'additionalBodyFields',
		'inputBinaryField',
		'skipUnsupportedFiles',
		'interactWith',
		'redactPIIOptions',
		'returnPdfUnparsed',
		'downloadFiles',
		'failOnPageError',
		'fieldPrefix',
		'specifyCalls',
		'tool',
		'toolOptions',
		'toolOptionsJson',
		'catalogJson',
		'requestId',
		'schemaExample',
		'sendIdempotencyKey',
		'urlsFrom',
		'itemUrl',
		'failedPages',
		'maxWait',
		'whenMaxWaitIsOver',
		'pollInterval',
		'cancelOnStop',
		'deleteOnStop',
		'outputAs',
		'binaryPropertyName',
		'snapshotKind',
		'returnAll',
		'scrapeResults',
		'waitForCheck',
		'dateRange',
		'from',
		'to',
		'sortByDate',
		'resource',
		'operation',
	];

	it.each(own)('%s is not a name of the API', (name) => {
		expect(ofTheService).not.toContain(name);
	});

	it('each field has a name of the API or of the node', () => {
		const strange = placed.filter(
			({ field: { name } }) => !ofTheService.has(name) && !own.includes(name),
		);
		expect(strange.map(({ path }) => path)).toEqual([]);
	});

	it('groups are the collections named options, and the request settings', () => {
		const groups = placed.filter(({ field }) => isGroup(field));
		expect(new Set(groups.map(({ field }) => `${field.type} ${field.name}`))).toEqual(
			new Set(['collection options', 'collection requestSettings']),
		);
		const others = placed.filter(({ field }) => field.name === 'options' && !isGroup(field));
		expect(others.map(({ path, field }) => [path, field.type])).toEqual([
			['catalog.options', 'json'],
		]);
	});

	const canMeet = (a: INodeProperties, b: INodeProperties): boolean =>
		Object.entries(a.displayOptions?.show ?? {}).every(([name, values]) => {
			const others = b.displayOptions?.show?.[name] as unknown[] | undefined;
			return others === undefined || (values ?? []).some((value) => others.includes(value));
		});

	it('fields that are visible together have different names', () => {
		const pairs = everyList(properties).flatMap((list) =>
			list.flatMap((a, index) => list.slice(index + 1).map((b) => [a, b] as const)),
		);
		const twins = pairs.filter(([a, b]) => a.name === b.name && canMeet(a, b));
		expect(twins.map(([{ name }]) => name)).toEqual([]);
	});

	const levelOf = (fields: readonly INodeProperties[]): INodeProperties[] =>
		fields.flatMap((field) =>
			isGroup(field) ? levelOf(field.options as INodeProperties[]) : [field],
		);

	it('the fields of an operation have different paths in the request', () => {
		for (const { operations } of resources) {
			for (const { fields } of operations) {
				const names = levelOf(fields).map(({ name }) => name);
				expect(names).toEqual([...new Set(names)]);
			}
		}
	});

	it('conditions use only features that readForm supports', () => {
		const keys = named.flatMap(([, { displayOptions = {} }]) => Object.keys(displayOptions));
		expect(new Set(keys)).toEqual(new Set(['show']));
		const values = named.flatMap(([, each]) => Object.values(each.displayOptions?.show ?? {}));
		expect(values.flat().filter((value) => typeof value === 'object')).toEqual([]);
	});

	it('a condition names a field of the same level or, with a slash, a field of the outermost level', () => {
		const outermost = properties.map(({ name }) => `/${name}`);
		for (const list of everyList(properties)) {
			const conditionNames = list.flatMap((each) => Object.keys(each.displayOptions?.show ?? {}));
			const there = [...outermost, ...list.map(({ name }) => name)];
			expect(conditionNames.filter((name) => !there.includes(name))).toEqual([]);
		}
	});
});

describe('a required field', () => {
	it('is marked as required, and no other field is', () => {
		const required = placed.filter(({ field }) => field.required === true);
		expect([...new Set(required.map(({ path }) => path))].sort()).toEqual([
			'actions.key',
			'actions.milliseconds',
			'actions.script',
			'actions.selector',
			'actions.text',
			'binaryPropertyName',
			'catalog.capability',
			'catalog.provider',
			'checkId',
			'code',
			'formats.query',
			'formats.question',
			'formats.selectors.attribute',
			'formats.selectors.selector',
			'inputBinaryField',
			'itemUrl',
			'jobId',
			'monitorId',
			'name',
			'prompt',
			'query',
			'scrapeId',
			'scrapeOptions.actions.key',
			'scrapeOptions.actions.milliseconds',
			'scrapeOptions.actions.script',
			'scrapeOptions.actions.selector',
			'scrapeOptions.actions.text',
			'scrapeOptions.formats.query',
			'scrapeOptions.formats.question',
			'scrapeOptions.formats.selectors.attribute',
			'scrapeOptions.formats.selectors.selector',
			'sessionId',
			'snapshotId',
			'targets.scrapeOptions.actions.key',
			'targets.scrapeOptions.actions.milliseconds',
			'targets.scrapeOptions.actions.script',
			'targets.scrapeOptions.actions.selector',
			'targets.scrapeOptions.actions.text',
			'targets.scrapeOptions.formats.query',
			'targets.scrapeOptions.formats.question',
			'targets.scrapeOptions.formats.selectors.attribute',
			'targets.scrapeOptions.formats.selectors.selector',
			'tool',
			'url',
			'urls',
		]);
	});

	it('accepts no expression if it is Resource, Operation, or the options of a tool', () => {
		const fixed = properties.filter(({ noDataExpression }) => noDataExpression === true);
		expect(new Set(fixed.map(({ name }) => name))).toEqual(
			new Set(['resource', 'operation', 'toolOptions']),
		);
	});
});

describe('choices', () => {
	const valuesAt = (path: string) => {
		const [first] = placed.filter((each) => each.path === path);
		return first === undefined
			? []
			: choicesOf(first.field)
					.map(({ value }) => value)
					.sort();
	};

	it.each<[string, readonly unknown[]]>([
		['formats.type', [...format.optionsMap.keys()]],
		['actions.type', [...action.optionsMap.keys()]],
		['actions.format', pdfPaperFormats],
		['actions.direction', ['up', 'down']],
		['parsers.mode', ['fast', 'auto', 'ocr']],
		['parsers.type', ['pdf']],
		['proxy', ['basic', 'enhanced', 'auto']],
	])('of %s are those of the schema', (path, values) => {
		expect(valuesAt(path)).toEqual([...values].sort());
	});

	it.each(ofType('options'))('of %s contain the default', (_label, field) => {
		expect(choicesOf(field).map(({ value }) => value)).toContain(field.default);
	});
});

describe('texts', () => {
	const sentences = (text: string): number =>
		text.split(/(?<!\be\.g)(?<!\bi\.e)[.!?]['")]*\s+/).length;
	const described: (readonly [string, string])[] = [
		...ofAllNodes.flatMap(([label, { description }]) =>
			description === undefined ? [] : [[label, description] as const],
		),
		...ofAllNodes.flatMap(([label, field]) =>
			choicesOf(field).flatMap(({ name, description }) =>
				description === undefined ? [] : [[`${label}: ${name}`, description] as const],
			),
		),
	];

	it.each(described)('%s: one sentence has no period, several have one each', (_label, text) => {
		expect(text.endsWith('.')).toBe(sentences(text) > 1);
	});

	it.each(described)(
		'%s: begins with a capital letter and has no spaces around it',
		(_label, text) => {
			expect(text).toMatch(/^[A-Z0-9]/);
			expect(text).toBe(text.trim());
		},
	);

	it.each(ofType('boolean'))('%s begins with Whether', (_label, { description }) => {
		expect(description).toMatch(/^Whether /);
	});

	it.each(ofType('string', 'json', 'number').filter(([, { placeholder }]) => placeholder))(
		'%s begins with e.g.',
		(_label, { placeholder }) => {
			expect(placeholder).toMatch(/^e\.g\. \S/);
		},
	);

	it.each(ofType('collection', 'fixedCollection'))(
		'%s has a button that names what it adds',
		(_label, field) => {
			expect(field.placeholder).toMatch(/^(Add|Set) [A-Z]/);
		},
	);

	const orderedByUse = new Set(['resource', 'operation']);

	it.each(
		ofAllNodes
			.filter(([, { name }]) => !orderedByUse.has(name))
			.map(
				([label, field]) =>
					[
						label,
						field.type === 'collection'
							? (field.options as INodeProperties[]).map(({ displayName }) => displayName)
							: choicesOf(field).map(({ name }) => name),
					] as const,
			)
			.filter(([, names]) => names.length >= 5),
	)('%s: lists of five or more entries are in alphabetical order', (_label, names) => {
		const sorted = [...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
		expect(names).toEqual(sorted);
	});

	it('every field has a description or a hint', () => {
		const silent = ofAllNodes.filter(
			([, { description = undefined, hint = description, type }]) =>
				hint === undefined && type !== 'collection',
		);
		expect(new Set(silent.map(([label]) => label))).toEqual(new Set(['Resource', 'Operation']));
	});
});
