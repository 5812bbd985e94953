import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { failure, type AnswerError, type Issue } from '../answer';
import { segments } from './validate';

export interface Detail extends Issue {
	code: string;
	[key: string]: unknown;
}

export type DetailCheck = (body: unknown) => Detail[];

const UNKNOWN_KEY_ERROR =
	'Unrecognized key in body -- please review the v2 API documentation for request body changes';

const ajv = new Ajv({ allErrors: true, discriminator: true, allowUnionTypes: true, verbose: true });

export function compileDetails(schema: object): DetailCheck {
	const validate: ValidateFunction = ajv.compile(schema);
	return (body) => (validate(body) ? [] : detailsOf(validate.errors ?? []));
}

export function customIssue(path: Detail['path'], message: string): Detail {
	return { code: 'custom', path, message };
}

export function invalidBody(details: readonly Detail[]): AnswerError {
	const [first] = details;
	const text = first?.code === 'custom' ? first.message : 'Bad Request';
	const hasUnknownKey = details.some(({ code }) => code === 'unrecognized_keys');
	const error = hasUnknownKey ? UNKNOWN_KEY_ERROR : text;
	return failure(400, error, { code: 'BAD_REQUEST', details });
}

function detailsOf(errors: readonly ErrorObject[]): Detail[] {
	const unions = errors.filter(({ keyword }) => keyword === 'if');
	const outer = unions.filter((union) => !unions.some((other) => contains(other, union)));
	const single = errors.filter((error) => !outer.some((union) => isPartOf(union, error)));
	const nested = outer.map((union) => unionDetail(union, errors));
	return [...mergeUnknownKeys(single), ...nested];
}

function contains(union: ErrorObject, error: ErrorObject): boolean {
	return union !== error && isPartOf(union, error);
}

function isPartOf(union: ErrorObject, error: ErrorObject): boolean {
	const { instancePath: path } = error;
	const isInside = path === union.instancePath || path.startsWith(`${union.instancePath}/`);
	return isInside && error.schemaPath.startsWith(union.schemaPath.slice(0, -'if'.length));
}

function unionDetail(union: ErrorObject, errors: readonly ErrorObject[]): Detail {
	const path = segments(union.instancePath);
	const branch = errors
		.filter((error) => contains(union, error) && error.keyword !== 'if')
		.map(toDetail)
		.map((detail) => ({ ...detail, path: detail.path.slice(path.length) }));
	return { code: 'invalid_union', errors: [branch], path, message: 'Invalid input' };
}

function mergeUnknownKeys(errors: readonly ErrorObject[]): Detail[] {
	const keysByPath = new Map<string, string[]>();
	for (const { keyword, instancePath, params } of errors) {
		if (keyword !== 'additionalProperties') continue;
		const key = String((params as { additionalProperty: unknown }).additionalProperty);
		keysByPath.set(instancePath, [...(keysByPath.get(instancePath) ?? []), key]);
	}
	const others = errors.filter(({ keyword }) => keyword !== 'additionalProperties');
	const unknown = [...keysByPath].map(([path, keys]) => unknownKeys(segments(path), keys));
	return [...others.map(toDetail), ...unknown];
}

function unknownKeys(path: Detail['path'], keys: string[]): Detail {
	const quoted = keys.map((key) => `"${key}"`).join(', ');
	const message = `Unrecognized key${keys.length > 1 ? 's' : ''}: ${quoted}`;
	return { code: 'unrecognized_keys', keys, path, message };
}

type Translation = (error: ErrorObject) => Omit<Detail, 'path'>;

const translations: Record<string, Translation> = {
	type: ({ schema, data }) => wrongType(schema, typeName(data)),
	enum: ({ schema }) => wrongValue(schema as unknown[]),
	const: ({ schema }) => wrongValue([schema]),
	minimum: ({ schema }) => limit('number', 'minimum', true, schema),
	exclusiveMinimum: ({ schema }) => limit('number', 'minimum', false, schema),
	maximum: ({ schema }) => limit('number', 'maximum', true, schema),
	minLength: ({ schema }) => limit('string', 'minimum', true, schema, ' characters'),
	maxLength: ({ schema }) => limit('string', 'maximum', true, schema, ' characters'),
	minItems: ({ schema }) => limit('array', 'minimum', true, schema, ' items'),
	maxItems: ({ schema }) => limit('array', 'maximum', true, schema, ' items'),
	pattern: ({ parentSchema }) => wrongFormat(parentSchema as { title?: string; pattern: string }),
	additionalProperties: ({ params }) => {
		const { path: _, ...rest } = unknownKeys([], [String(params.additionalProperty)]);
		return rest as Omit<Detail, 'path'>;
	},
};

function toDetail(error: ErrorObject): Detail {
	const path = segments(error.instancePath);
	if (path.at(-1) === 'integration') return customIssue(path, 'Invalid enum value.');
	if (error.keyword === 'required') return missing(error, path);
	const translate = translations[error.keyword];
	if (translate) return { ...translate(error), path } as Detail;
	return { code: 'custom', path, message: error.message ?? 'Invalid input' };
}

function missing(error: ErrorObject, path: Detail['path']): Detail {
	const name = String((error.params as { missingProperty: unknown }).missingProperty);
	const { properties } = error.parentSchema as { properties?: Record<string, { type?: unknown }> };
	const detail = wrongType(properties?.[name]?.type ?? 'string', 'undefined');
	return { ...detail, path: [...path, name] } as Detail;
}

function wrongType(expected: unknown, received: string): Omit<Detail, 'path'> {
	const isInteger = expected === 'integer';
	const type = isInteger ? 'int' : String(expected);
	const format = isInteger && received === 'number' ? { format: 'safeint' } : {};
	const message = `Invalid input: expected ${type}, received ${received}`;
	return { expected: type, ...format, code: 'invalid_type', message };
}

function wrongValue(values: unknown[]): Omit<Detail, 'path'> {
	const quoted = values.map((value) => JSON.stringify(value)).join('|');
	const message =
		values.length === 1
			? `Invalid input: expected ${quoted}`
			: `Invalid option: expected one of ${quoted}`;
	return { code: 'invalid_value', values, message };
}

function wrongFormat(schema: { title?: string; pattern: string }): Omit<Detail, 'path'> {
	const { title: format = 'string', pattern } = schema;
	const message = `Invalid ${format === 'uuid' ? 'UUID' : format}`;
	return { origin: 'string', code: 'invalid_format', format, pattern: `/${pattern}/`, message };
}

function limit(
	origin: string,
	bound: 'minimum' | 'maximum',
	inclusive: boolean,
	value: unknown,
	unit = '',
): Omit<Detail, 'path'> {
	const isSmall = bound === 'minimum';
	const sign = `${isSmall ? '>' : '<'}${inclusive ? '=' : ''}${String(value)}`;
	const verb = origin === 'number' ? 'to be' : 'to have';
	const message = `Too ${isSmall ? 'small' : 'big'}: expected ${origin} ${verb} ${sign}${unit}`;
	return { origin, code: isSmall ? 'too_small' : 'too_big', [bound]: value, inclusive, message };
}

function typeName(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}
