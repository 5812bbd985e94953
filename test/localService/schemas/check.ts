import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { isIP } from 'node:net';
import type { Issue } from '../answer';

export type Check = (body: unknown) => Issue[];
type Path = Issue['path'];

const ajv = new Ajv({ allErrors: true, discriminator: true, allowUnionTypes: true });

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

/** The texts are those of ajv. The tests of errors contain texts of the public service. */
function issuesOf(errors: readonly ErrorObject[]): Issue[] {
	return errors
		.filter(({ keyword }) => keyword !== 'if')
		.map(({ keyword, instancePath, params, message = 'Invalid input' }) => {
			const path = segments(instancePath);
			const { additionalProperty: key, missingProperty } = params as Record<string, string>;
			if (key !== undefined) return { code: 'unrecognized_keys', keys: [key], path, message };
			return {
				code: keyword,
				path: [...path, ...(missingProperty ? [missingProperty] : [])],
				message,
			};
		});
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
