import type { IBuilderHint, INodeProperties } from 'n8n-workflow';
import { isGroup, showIf } from '../form/marks';
import { maxResultLengthField, withToolFields } from '../operation/aiTool';
import type { Operation, Resource } from '../operation/operation';
import type { FieldList, ListSearch } from '../operation/pickers';
import { requestSettingsWith, simplifyField } from '../operation/settings';
import { formatTypes } from '../page/formats';
import { accountResource } from './account/operations';
import { agentResource } from './agent/operations';
import { batchScrapeResource } from './batchScrape/operations';
import { browserSessionResource } from './browserSession/operations';
import { catalogResource } from './catalog/operations';
import { crawlResource } from './crawl/operations';
import { mapResource } from './map/operations';
import { monitorResource } from './monitor/operations';
import { parseResource } from './parse/operations';
import { scrapeResource } from './scrape/operations';
import { searchResource } from './search/operations';

/** The most common resources come first, because the node panel lists actions in this order. */
export const resources: readonly Resource[] = [
	scrapeResource,
	searchResource,
	mapResource,
	parseResource,
	crawlResource,
	batchScrapeResource,
	agentResource,
	monitorResource,
	browserSessionResource,
	catalogResource,
	accountResource,
];

/** Inserts the field 'Simplify' before the options, which are at the end of the form. */
function withSimplify({ form: { fields }, simplifies }: Operation): INodeProperties[] {
	if (simplifies !== true) return fields;
	return [...fields.filter((field) => !isGroup(field)), simplifyField, ...fields.filter(isGroup)];
}

/** Returns *Request Settings* with the settings that the operation uses. */
function requestSettingsOf({ form, costs }: Operation): INodeProperties {
	const isDownloading = form.fields.some(({ name }) => name === 'downloadFiles');
	return requestSettingsWith((name) => {
		if (name === 'maxCreditsPerExecution') return costs === true;
		return isDownloading || (name !== 'maxFileSize' && name !== 'maxFilesAtOnce');
	});
}

/** Returns the field that selects an operation, and the fields of all operations. */
const formFields = ({ value, defaultOperation, operations }: Resource): INodeProperties[] => [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ name, value: operation, action, description }) => ({
			name,
			value: operation,
			action,
			description,
		})),
		default: defaultOperation,
	},
	...operations.flatMap((operation) =>
		[...withToolFields(operation, withSimplify(operation)), requestSettingsOf(operation)].map(
			(field) => showIf({ resource: [value], operation: [operation.value] }, field),
		),
	),
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value, description }) => ({ name, value, description })),
		default: 'scrape',
	},
	...resources.flatMap(formFields),
	maxResultLengthField,
];

/** Returns the first fields of an item. A page has a field for each of its formats. */
function outputFields({ output }: Operation): string {
	const names = Object.keys(output.shape as object);
	const others = names.filter((name) => !(formatTypes as string[]).includes(name));
	const fields = others.slice(0, 6);
	if (fields.length < others.length) fields.push('…');
	return [...(names.includes('markdown') ? ['a field per format'] : []), ...fields].join(', ');
}

/** Returns the names of the required fields that n8n's type definition shows as optional, because they are objects. */
const requiredObjects = ({ form: { fields } }: Operation): string[] =>
	fields
		.filter(({ required, displayOptions }) => required === true && displayOptions === undefined)
		.filter(({ type }) => type === 'resourceLocator' || type === 'fixedCollection')
		.map(({ name }) => name);

/** Returns what n8n's type definition shows for an operation. */
function definitionOf(operation: Operation): string {
	const required = requiredObjects(operation);
	const lines = [operation.description, `Output: ${outputFields(operation)}`];
	if (required.length > 0) lines.push(`Required: ${required.join(', ')}`);
	return lines.join('\n');
}

/** What n8n's workflow builders read in addition to the form. Their type definition omits the output schemas. */
export const builderHint: IBuilderHint = {
	searchHint:
		"Undeclared fields are dropped without an error. At the top level are only 'formats', 'limit' of a crawl, map, or search, and 'maxCredits' and 'schema' of an agent. 'maxTries' is in requestSettings. All other settings are in 'options', such as 'tbs' of a search. Shapes: formats { format: [{ type: 'markdown' }, { type: 'json', prompt }] }, options.headers { header: [{ name, value }] }, options.actions { action: [{ type: 'wait', selector }] }, options.parsers { parser: [{ type: 'pdf', maxPages }] }. scrapeOptions of a search need scrapeResults: true. A crawl has up to 100 pages unless 'limit' is set. Each scraped page, search, agent run, and monitor check costs credits. The formats json, question, highlights, audio, and video cost 4 more credits per page.",
	extraTypeDefContent: resources.flatMap(({ value: resource, operations }) =>
		operations.map((operation) => ({
			content: definitionOf(operation),
			displayOptions: { show: { resource: [resource], operation: [operation.value] } },
		})),
	),
};

/** Returns an operation, or `undefined` if this node version does not contain the operation. */
export const findOperation = (resource: string, operation: string): Operation | undefined =>
	resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);

export const listSearches: Record<string, ListSearch> = Object.fromEntries(
	resources.flatMap(({ pickers = {} }) => Object.entries(pickers)),
);

export const fieldLists: Record<string, FieldList> = Object.fromEntries(
	resources.flatMap((resource) => Object.entries(resource.fieldLists ?? {})),
);
