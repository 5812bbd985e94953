import type { INodeProperties } from 'n8n-workflow';
import { type FormIssue, labelOf } from '../form/labels';
import { isObject, type JsonObject } from '../json/json';

const optionsIn = ({ type, options, isNodeSetting }: INodeProperties): INodeProperties[] =>
	type === 'collection' && isNodeSetting !== true ? (options as INodeProperties[]) : [];

/**
 * Returns a hidden field for each option that no form has at its top level. Workflow builders write options there by
 * mistake, and n8n drops the values of fields that do not exist. The form and n8n's type definition omit hidden fields.
 */
export function misplacedFields(properties: readonly INodeProperties[]): INodeProperties[] {
	const topLevel = new Set(properties.map(({ name }) => name));
	const options = properties.flatMap(optionsIn).filter(({ name }) => !topLevel.has(name));
	const labels = new Map(options.map(({ name, displayName }) => [name, displayName]));
	return [...labels].map(([name, displayName]) => ({
		displayName,
		name,
		type: 'hidden',
		default: '',
	}));
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Returns an issue for each option at the top level, unless the option is also set in its place. */
export const misplacedValues = (
	fields: readonly INodeProperties[],
	stored: JsonObject = {},
	values: JsonObject,
): FormIssue[] =>
	fields
		.flatMap(optionsIn)
		.map(({ name }) => name)
		.filter((name) => isSet(stored[name]) && fields.every((field) => field.name !== name))
		.filter((name) => ![values, ...Object.values(values)].some((at) => isObject(at) && name in at))
		.map((name) => ({
			label: name,
			message: `belongs in '${labelOf(fields, name)}'`,
			remedy: 'Set the value there',
		}));
