// JSON that a person lays over what the form makes.

import { isObject, type JsonObject } from '../api/answer';

/** Lays one JSON object over another: objects level by level, everything else replaced. */
export function overlay(base: JsonObject, additions: JsonObject): JsonObject {
	const merged = Object.entries(additions).map(([key, value]): [string, unknown] => {
		const before = Object.hasOwn(base, key) ? base[key] : undefined;
		return [key, isObject(before) && isObject(value) ? overlay(before, value) : value];
	});
	return Object.fromEntries([...Object.entries(base), ...merged]);
}
