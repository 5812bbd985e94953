import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import type { Issue } from '../answer';

const ajv = new Ajv({ allErrors: true, discriminator: true, allowUnionTypes: true });

export type Check = (body: unknown) => Issue[];

export function compileCheck(schema: object): Check {
	const validate: ValidateFunction = ajv.compile(schema);
	return (body) => {
		if (validate(body)) return [];
		return (validate.errors ?? []).filter(isCause).map(toIssue);
	};
}

// Validation errors for a union or a condition do not state the cause.
function isCause(error: ErrorObject): boolean {
	return error.keyword !== 'if' && error.keyword !== 'oneOf' && error.keyword !== 'anyOf';
}

function toIssue(error: ErrorObject): Issue {
	const path = segments(error.instancePath);
	const params = error.params as Record<string, unknown>;
	if (error.keyword === 'required') {
		return { path: [...path, String(params.missingProperty)], message: 'is required' };
	}
	if (error.keyword === 'additionalProperties') {
		return { path, message: `Unrecognized key: "${String(params.additionalProperty)}"` };
	}
	const allowed = params.allowedValues;
	const detail = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
	return { path, message: `${error.message ?? error.keyword}${detail}` };
}

export function segments(pointer: string): (string | number)[] {
	return pointer
		.split('/')
		.slice(1)
		.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
		.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/**
 * Returns the reason why a client's JSON Schema is invalid, or undefined if the schema is valid.
 */
export function schemaFault(schema: unknown): string | undefined {
	try {
		new Ajv({ strict: false, logger: false, validateFormats: false }).compile(schema as object);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}
