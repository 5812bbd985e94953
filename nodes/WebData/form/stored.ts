import type { INodeProperties } from 'n8n-workflow';
import { isObject, type Issue, type JsonObject, type Path } from '../json/json';

// Parameters as they are stored in the workflow, before their expressions are resolved.

/** Values of fields that are the same for all items of a node run, because they do not depend on an expression. */
export type SameValues = Map<INodeProperties, unknown>;

/** Where a value is in the values of the form. */
export interface Place {
	path: Path;
	/** What is wrong with the values of the form. */
	issues: Issue[];
	/** Only for the fields at the first level. */
	same?: SameValues;
	/** Parameter before its expressions are resolved, if known. */
	stored?: unknown;
}

export const isExpression = (stored: unknown): boolean =>
	typeof stored === 'string' && stored.startsWith('=');

/** Whether a parameter contains an expression at any depth. In n8n, an expression begins with an equals sign. */
export function hasExpression(stored: unknown): boolean {
	if (isExpression(stored)) return true;
	if (Array.isArray(stored)) return stored.some(hasExpression);
	return isObject(stored) && Object.values(stored).some(hasExpression);
}

/** Every field inside a parameter that is an expression comes from this expression. */
export const storedIn = (stored: unknown, key: string | number): unknown =>
	isObject(stored) ? stored[key] : isExpression(stored) ? stored : undefined;

/** Whether a parameter contains a field. An expression that returns nothing may leave no key. */
export const isGiven = (name: string, raw: JsonObject, stored: unknown): boolean =>
	name in raw || (isObject(stored) && hasExpression(stored[name]));

export const childPlace = ({ path, stored, issues }: Place, key: string | number): Place => ({
	path: [...path, key],
	stored: storedIn(stored, key),
	issues,
});

export const report = ({ path, issues }: Place, issue: Omit<Issue, 'path'>): void => {
	issues.push({ path, ...issue });
};
