import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { hasMark } from '../../nodes/WebData/form/marks';
import { readForm } from '../../nodes/WebData/form/read';
import { resources } from '../../nodes/WebData/resources';
import { everyField, type Placed } from './everyField';
import { triggerFields } from './triggerFields';

/** Fields whose expression must return a value, by what the field does. The others are not set without a value. */
const mustHaveValue: Record<string, string> = {
	protects: `
		exchange exchange.requireApproval formats.checkPromptInjection enterprise lockdown profile.saveChanges recordSession
		redactPII redactPIIOptions redactPIIOptions.mode safe skipTlsVerification storeInCache streamWebView threatProtection
		threatProtection.blacklist threatProtection.blockedTlds threatProtection.failurePolicy threatProtection.mode
		threatProtection.riskScoreThreshold threatProtection.whitelist zeroDataRetention`,
	limits: `
		activityTtl delay exchange.maxCalls exchange.toolkits excludeDomains excludePaths includeDomains includePaths
		jobIds judgeEnabled limit maxConcurrency maxCredits maxDiscoveryDepth metadataFilter parsers.maxPages regexOnFullURL status
		strictConstrainToURLs targets.crawlOptions targets.crawlOptions.delay targets.crawlOptions.excludePaths
		targets.crawlOptions.includePaths targets.crawlOptions.limit targets.crawlOptions.maxConcurrency
		targets.crawlOptions.maxDiscoveryDepth targets.crawlOptions.regexOnFullURL targets.excludeDomains
		targets.includeDomains targets.maxResults ttl`,
	identifies: `
		appendToId auditMetadata auditMetadata.username profile profile.name requestId`,
	delivers: `notification notification.email notification.email.recipients webhook webhook.url`,
	describes: `
		changeTracking changeTracking.prompt changeTracking.schema formats formats.prompt formats.schema formats.schemaExample formats.selectors
		ignoreLines schema schemaExample scrapeOptions targets.scrapeOptions`,
	completes: `
		actions.type actions.viewport.height actions.viewport.width formats.viewport.height
		formats.viewport.width parsers.type sources.type targets.type`,
	controls: `
		compare failedFiles failedPages ignoreInvalidURLs interactWith onDeactivation outputAs
		schedule.specifySchedule snapshotKind source specifyCalls specifySchedule specifyToolOptions urlsFrom
		whenMaxWaitIsOver`,
};

const namesIn = (text: string): string[] => text.trim().split(/\s+/);

const fields = [
	...resources
		.flatMap(({ operations }) => operations)
		.flatMap(({ form }) => everyField(form.fields)),
	...triggerFields,
];

const issuesOf = (field: INodeProperties, raw: unknown, stored: unknown) =>
	readForm([field], { [field.name]: raw }, { [field.name]: stored }).issues;

const pathOf = ({ path }: Placed): string => path.replace(/^(targets\.)?scrapeOptions\./, '');

it('every required field says that its expression returns no value, except one that is checked later', () => {
	const silent = fields.filter(({ field }) => {
		const [issue] = issuesOf(field, null, '={{ null }}');
		return field.required === true && issue?.message.includes('expression returns') !== true;
	});
	expect([...new Set(silent.map(pathOf))]).toEqual(['itemUrl']);
});

it('every required list of rows says where a workflow in JSON has its rows', () => {
	const silent = fields.filter(({ field }) => {
		const isRows = field.required === true && field.type === 'fixedCollection';
		return isRows && !/in '\w+'$/.test(issuesOf(field, {}, {})[0]?.remedy ?? '');
	});
	expect(silent.map(pathOf)).toEqual([]);
});

it('the page about AI tools names every field for which a model must give a value', () => {
	const page = readFileSync(join(__dirname, '../../docs/ai-tools.md'), 'utf8');
	const [, section = ''] = page.split('### Arguments without a value');
	const [table = ''] = section.split('\n## ');
	const operations = resources.flatMap(({ operations }) => operations);
	const ofTools = operations.flatMap(({ form }) => everyField(form.fields));
	const missing = ofTools.filter(
		({ field, path }) =>
			hasMark(field, 'nonEmptyExpression') &&
			!hasMark(field, 'optionalForModel') &&
			!path.includes('threatProtection.') &&
			!table.includes(`*${field.displayName}*`),
	);
	expect([...new Set(missing.map(({ field }) => field.displayName))]).toEqual([]);
});

/** Lists whose entries can contain a comma. */
const notSplit: Record<string, string> = {
	selectors: 'excludeTags includeTags',
	'regular expressions':
		'excludePaths includePaths targets.crawlOptions.excludePaths targets.crawlOptions.includePaths',
	queries: 'targets.queries',
};

it('every other list splits its entries at commas', () => {
	const lists = fields.filter(({ field }) => {
		const isList = field.typeOptions?.multipleValues === true && field.type === 'string';
		const { values } = readForm([field], { [field.name]: ['a, b'] });
		return isList && (values[field.name] as unknown[]).length === 1;
	});
	expect([...new Set(lists.map(pathOf))].sort()).toEqual(
		Object.values(notSplit).flatMap(namesIn).sort(),
	);
});

it('only the listed fields that are not required reject an expression that returns no value', () => {
	const rejecting = fields.filter(
		({ field }) => field.required !== true && issuesOf(field, null, '={{ null }}').length > 0,
	);
	const paths = rejecting.map(pathOf);
	expect([...new Set(paths)].sort()).toEqual(Object.values(mustHaveValue).flatMap(namesIn).sort());
});
