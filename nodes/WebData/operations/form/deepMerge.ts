import { isObject, type JsonObject } from '../../api/http/response';

/** Merges nested objects. Any other value in `additions` replaces the value in `base`. */
export function deepMerge(base: JsonObject, additions: JsonObject): JsonObject {
	const merged = Object.entries(additions).map(([key, value]): [string, unknown] => {
		const before = Object.hasOwn(base, key) ? base[key] : undefined;
		return [key, isObject(before) && isObject(value) ? deepMerge(before, value) : value];
	});
	return Object.fromEntries([...Object.entries(base), ...merged]);
}
