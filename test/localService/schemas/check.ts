import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { isIP } from 'node:net';
import type { Issue } from '../answer';

export type Check = (body: unknown) => Issue[];
type Path = Issue['path'];

const ajv = new Ajv({ allErrors: true, discriminator: true, allowUnionTypes: true, verbose: true });

export function compileCheck(schema: object): Check {
	const validate: ValidateFunction = ajv.compile(schema);
	return (body) => (validate(body) ? [] : issuesOf(validate.errors ?? []));
}

export function customIssue(path: Path, message: string): Issue {
	return { code: 'custom', path, message };
}

/** Returns the reason why a client's JSON Schema is invalid, or undefined if the schema is valid. */
export function schemaFault(schema: object): string | undefined {
	try {
		new Ajv({ strict: false, logger: false, validateFormats: false }).compile(schema);
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

function issuesOf(errors: readonly ErrorObject[]): Issue[] {
	const unions = errors.filter(({ keyword }) => keyword === 'if');
	const outer = unions.filter((union) => !unions.some((other) => contains(other, union)));
	const single = errors.filter((error) => !outer.some((union) => isPartOf(union, error)));
	const nested = outer.map((union) => unionIssue(union, errors));
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

function unionIssue(union: ErrorObject, errors: readonly ErrorObject[]): Issue {
	const path = segments(union.instancePath);
	const branch = errors
		.filter((error) => contains(union, error) && error.keyword !== 'if')
		.map(toIssue)
		.map((issue) => ({ ...issue, path: issue.path.slice(path.length) }));
	return { code: 'invalid_union', errors: [branch], path, message: 'Invalid input' };
}

function mergeUnknownKeys(errors: readonly ErrorObject[]): Issue[] {
	const keysByPath = new Map<string, string[]>();
	for (const { keyword, instancePath, params } of errors) {
		if (keyword !== 'additionalProperties') continue;
		const key = String(params.additionalProperty);
		keysByPath.set(instancePath, [...(keysByPath.get(instancePath) ?? []), key]);
	}
	const others = errors.filter(({ keyword }) => keyword !== 'additionalProperties');
	const unknown = [...keysByPath].map(([path, keys]) => unknownKeys(segments(path), keys));
	return [...others.map(toIssue), ...unknown];
}

function unknownKeys(path: Path, keys: string[]): Issue {
	const quoted = keys.map((key) => `"${key}"`).join(', ');
	const message = `Unrecognized key${keys.length > 1 ? 's' : ''}: ${quoted}`;
	return { code: 'unrecognized_keys', keys, path, message };
}

interface PathlessIssue {
	message: string;
	[key: string]: unknown;
}

const translations: Record<string, (error: ErrorObject) => PathlessIssue> = {
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
	additionalProperties: ({ params }) => unknownKeys([], [String(params.additionalProperty)]),
};

function toIssue(error: ErrorObject): Issue {
	const path = segments(error.instancePath);
	if (path.at(-1) === 'integration') return customIssue(path, 'Invalid enum value.');
	if (error.keyword === 'required') return missing(error, path);
	const translate = translations[error.keyword];
	if (translate) return { ...translate(error), path };
	return customIssue(path, error.message ?? 'Invalid input');
}

function missing({ params, parentSchema }: ErrorObject, path: Path): Issue {
	const name = String(params.missingProperty);
	const { properties } = parentSchema as { properties?: Record<string, { type?: unknown }> };
	const issue = wrongType(properties?.[name]?.type ?? 'string', 'undefined');
	return { ...issue, path: [...path, name] };
}

function wrongType(expected: unknown, received: string): PathlessIssue {
	const isInteger = expected === 'integer';
	const type = isInteger ? 'int' : String(expected);
	const format = isInteger && received === 'number' ? { format: 'safeint' } : {};
	const message = `Invalid input: expected ${type}, received ${received}`;
	return { expected: type, ...format, code: 'invalid_type', message };
}

function wrongValue(values: unknown[]): PathlessIssue {
	const quoted = values.map((value) => JSON.stringify(value)).join('|');
	const start = values.length === 1 ? 'Invalid input: expected' : 'Invalid option: expected one of';
	return { code: 'invalid_value', values, message: `${start} ${quoted}` };
}

function wrongFormat({ title = 'string', pattern }: { title?: string; pattern: string }) {
	const message = `Invalid ${title === 'uuid' ? 'UUID' : title}`;
	const rest = { format: title, pattern: `/${pattern}/`, message };
	return { origin: 'string', code: 'invalid_format', ...rest };
}

function limit(
	origin: string,
	bound: 'minimum' | 'maximum',
	inclusive: boolean,
	value: unknown,
	unit = '',
): PathlessIssue {
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

function segments(pointer: string): Path {
	const parts = pointer.split('/').slice(1);
	return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part.replace(/~1/g, '/')));
}

// In Node.js 20 and 22, `URL.canParse` can return false for a valid URL whose host contains an umlaut. The cause is a
// bug in Node.js that appears only after V8 has optimized the call.
export function canParse(text: string, base?: string): boolean {
	try {
		return new URL(text, base).href !== '';
	} catch {
		return false;
	}
}

export function withScheme(text: string): string {
	const trimmed = text.trim();
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
}

export function wrongUrl(path: Path): Issue {
	return { code: 'invalid_format', format: 'url', path, message: 'Invalid URL' };
}

export function targetUrlIssues(text: unknown, path: Path): Issue[] {
	if (typeof text !== 'string') return [];
	const url = withScheme(text);
	const invalid = customIssue(path, 'Invalid URL');
	const noDomain = customIssue(path, 'URL must have a valid top-level domain or be an IP address');
	if (!canParse(url)) return [wrongUrl(path), noDomain, invalid];
	const { protocol, hostname, port, username } = new URL(url);
	const wrongScheme = { ...wrongUrl(path), message: 'URL uses unsupported protocol' };
	if (!/^https?:$/.test(protocol)) return [wrongScheme, invalid];
	const isLocal = hostname === 'localhost' && port !== '';
	const isIp = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
	const hasDomain = isIp || /\.[a-z0-9-]{2,}$/i.test(hostname);
	return [...(hasDomain ? [] : [noDomain]), ...(isLocal || username !== '' ? [invalid] : [])];
}
