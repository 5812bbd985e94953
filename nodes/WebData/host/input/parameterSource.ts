// Caches node parameters. A parameter without an expression is read from n8n only once for all items.

import type { IExecuteFunctions } from 'n8n-workflow';
import type { JsonObject } from '../../api/http/response';
import { hasExpression } from '../../operations/form/place';

export interface ParameterSource {
	/** Returns the value for one item, or `fallback` if the parameter is hidden. */
	get(name: string, itemIndex: number, fallback: unknown): unknown;
	/** Parameters before their expressions are resolved. */
	stored?: JsonObject;
}

/** Items share the returned values, so callers must not change the values. */
export function openParameters(
	context: Pick<IExecuteFunctions, 'getNodeParameter' | 'getNode'>,
): ParameterSource {
	const stored = context.getNode().parameters;
	const same = new Map<string, unknown>();
	return {
		stored,
		get(name, itemIndex, fallback) {
			if (same.has(name)) return same.get(name);
			const value: unknown = context.getNodeParameter(name, itemIndex, fallback);
			if (!hasExpression(stored[name])) same.set(name, value);
			return value;
		},
	};
}
