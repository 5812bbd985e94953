import type { INodeProperties } from 'n8n-workflow';
import { accountResource } from './account';
import { agentResource } from './agent';
import { batchScrapeResource } from './batchScrape';
import { browserSessionResource } from './browserSession';
import { catalogResource } from './catalog';
import { crawlResource } from './crawl';
import type { FieldList, ListSearch } from './common/editorLists';
import { isGroup } from './form/marks';
import { showFor } from './form/showFor';
import type { Operation, Resource } from './operation';
import { mapResource } from './map';
import { monitorResource } from './monitor';
import { parseResource } from './parse';
import { scrapeResource } from './scrape';
import { searchResource } from './search';
import { requestSettingsField, simplifyField } from './common/settings.fields';
import { maxTextLengthField, withToolFields } from './common/aiTool.fields';

/** The most common resources come first, because the node panel lists actions in this order. */
export const resources: readonly Resource[] = [
	scrapeResource,
	searchResource,
	mapResource,
	parseResource,
	crawlResource,
	batchScrapeResource,
	agentResource,
	catalogResource,
	monitorResource,
	browserSessionResource,
	accountResource,
];

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ name, value }) => ({ name, value })),
	default: 'scrape',
};

const operationField = ({ value, defaultOperation, operations }: Resource): INodeProperties => ({
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
});

/** Inserts the field 'Simplify' before the options, which are at the end of the form. */
function withSimplify({ fields, simplifies }: Operation): INodeProperties[] {
	if (simplifies !== true) return fields;
	const options = fields.filter(isGroup);
	return [...fields.filter((field) => !isGroup(field)), simplifyField, ...options];
}

const formFields = (resource: Resource): INodeProperties[] => [
	operationField(resource),
	...resource.operations.flatMap((operation) =>
		showFor(resource.value, [operation.value], withToolFields(operation, withSimplify(operation))),
	),
];

export const properties: INodeProperties[] = [
	resourceField,
	...resources.flatMap(formFields),
	maxTextLengthField,
	requestSettingsField,
];

const operationsByKey = new Map(
	resources.flatMap((resource) =>
		resource.operations.map((operation): [string, Operation] => [
			`${resource.value}.${operation.value}`,
			operation,
		]),
	),
);

/** Returns an operation, or `undefined` if this node version does not contain the operation. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return operationsByKey.get(`${resource}.${operation}`);
}

export const listSearches: Record<string, ListSearch> = Object.fromEntries(
	resources.flatMap(({ pickers = {} }) => Object.entries(pickers)),
);

export const fieldLists: Record<string, FieldList> = Object.fromEntries(
	resources.flatMap((resource) => Object.entries(resource.fieldLists ?? {})),
);

export { pageTriggerProperties } from './pageTrigger';
export { triggerProperties } from './trigger';
