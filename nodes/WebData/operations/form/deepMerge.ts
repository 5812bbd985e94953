import { isObject, type JsonObject } from '../../api/http/response';

/** Merges `additions` into `base`, including nested objects. */
export function deepMerge(base: JsonObject, additions: JsonObject): JsonObject {
	const merged = Object.entries(additions).map(([key, value]): [string, unknown] => {
		const before = Object.hasOwn(base, key) ? base[key] : undefined;
		return [key, isObject(before) && isObject(value) ? deepMerge(before, value) : value];
	});
	return Object.fromEntries([...Object.entries(base), ...merged]);
}
