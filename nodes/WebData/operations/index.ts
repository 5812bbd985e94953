// All that the node offers: the resources in a list, the form made from them, and the way from a form back to its operation.

import type { INodeProperties } from 'n8n-workflow';
import { agentResource } from './agent';
import { catalogResource } from './catalog';
import { showFor, type Operation, type Resource } from './operation';
import { scrapeResource } from './scrape';
import { requestSettingsField, simplifyField } from './common/settings.fields';
import { maxTextLengthField, withToolFields } from './common/aiTool.fields';

export const resources: readonly Resource[] = [agentResource, catalogResource, scrapeResource];

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
	options: operations.map((each) => ({
		name: each.name,
		value: each.value,
		action: each.action,
		description: each.description,
	})),
	default: defaultOperation,
});

/** What few need comes last, so Simplify stands before it. */
function withSimplify({ fields, simplifies }: Operation): INodeProperties[] {
	if (simplifies !== true) return fields;
	const most = fields.filter(({ name }) => name !== 'options');
	return [...most, simplifyField, ...fields.filter(({ name }) => name === 'options')];
}

const formOf = (resource: Resource): INodeProperties[] => [
	operationField(resource),
	...resource.operations.flatMap((operation) =>
		showFor(resource.value, [operation.value], withToolFields(operation, withSimplify(operation))),
	),
];

/** The node's `properties`: Resource, then each operation's form, then what steers the node itself. */
export const properties: INodeProperties[] = [
	resourceField,
	...resources.flatMap(formOf),
	maxTextLengthField,
	requestSettingsField,
];

const byName = new Map(
	resources.flatMap((resource) =>
		resource.operations.map((operation): [string, Operation] => [
			`${resource.value}.${operation.value}`,
			operation,
		]),
	),
);

/** The operation behind two stored values; none where a workflow carries values that this version does not know. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return byName.get(`${resource}.${operation}`);
}
