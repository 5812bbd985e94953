// The node's parameters as n8n gives them, with those that hold no expression asked for once and not for each item.

import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../api/http/response';

export interface ParameterSource {
	/** The value for one item; `fallback` where the parameter is hidden. */
	get(name: string, itemIndex: number, fallback: unknown): unknown;
}

/** n8n marks an expression by an equals sign at its beginning, at any depth. */
export function hasExpression(stored: unknown): boolean {
	if (typeof stored === 'string') return stored.startsWith('=');
	if (Array.isArray(stored)) return stored.some(hasExpression);
	return isObject(stored) && Object.values(stored).some(hasExpression);
}

/** Values are shared between items: whoever gets one must not change it. */
export function openParameters(
	context: Pick<IExecuteFunctions, 'getNodeParameter' | 'getNode'>,
): ParameterSource {
	const stored = context.getNode().parameters;
	const same = new Map<string, unknown>();
	return {
		get(name, itemIndex, fallback) {
			if (same.has(name)) return same.get(name);
			const value: unknown = context.getNodeParameter(name, itemIndex, fallback);
			if (!hasExpression(stored[name])) same.set(name, value);
			return value;
		},
	};
}
