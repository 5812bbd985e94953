// JSON that a person lays over what the form makes.

import { isObject, type JsonObject } from '../../api/http/response';

/** Lays one JSON object over another: objects level by level, everything else replaced. */
export function deepMerge(base: JsonObject, additions: JsonObject): JsonObject {
	const merged = Object.entries(additions).map(([key, value]): [string, unknown] => {
		const before = Object.hasOwn(base, key) ? base[key] : undefined;
		return [key, isObject(before) && isObject(value) ? deepMerge(before, value) : value];
	});
	return Object.fromEntries([...Object.entries(base), ...merged]);
}
