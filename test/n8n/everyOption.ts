import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

type Values = Record<string, unknown>;

export function everyOption(properties: INodeProperties[], root: Values): Values {
	const shown = properties.filter((property) => isShown(property, root));
	return {
		...Object.fromEntries(shown.map((property) => [property.name, full(property)])),
		...root,
	};
}

/** n8n shows some fields only if an AI agent uses the node. */
function isShown({ displayOptions }: INodeProperties, root: Values): boolean {
	if (displayOptions?.show?.['@tool']?.includes(true)) return false;
	return Object.entries(displayOptions?.show ?? {}).every(
		([name, allowed]) => !(name in root) || (allowed as unknown[]).includes(root[name]),
	);
}

function full(property: INodeProperties): unknown {
	if (property.type === 'collection') return collection(property);
	if (property.type === 'fixedCollection') return fixedCollection(property);
	return property.default;
}

function collection(property: INodeProperties): Values {
	const options = (property.options ?? []) as INodeProperties[];
	return Object.fromEntries(options.map((option) => [option.name, full(option)]));
}

function fixedCollection(property: INodeProperties): Values {
	const groups = (property.options ?? []) as INodePropertyCollection[];
	return Object.fromEntries(
		groups.map(({ name, values }) => {
			const rows = rowsOf(values);
			return [name, property.typeOptions?.multipleValues ? rows : rows[0]];
		}),
	);
}

function rowsOf(values: INodeProperties[]): Values[] {
	const kind = values.find(({ name, type }) => name === 'type' && type === 'options');
	if (!kind) return [everyOption(values, {})];
	const kinds = (kind.options ?? []) as INodePropertyOptions[];
	return kinds.map(({ value }) => everyOption(values, { type: value }));
}
