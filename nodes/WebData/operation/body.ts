import { ZodNullable, ZodObject, ZodOptional, type ZodRawShape, type ZodTypeAny } from 'zod';
import { isObject, type JsonObject } from '../json/json';

/** Merges `additions` into `base`, including nested objects. */
export function deepMerge(base: JsonObject, additions: JsonObject): JsonObject {
	const merged = Object.entries(additions).map(([key, value]): [string, unknown] => {
		const before = Object.hasOwn(base, key) ? base[key] : undefined;
		return [key, isObject(before) && isObject(value) ? deepMerge(before, value) : value];
	});
	return Object.fromEntries([...Object.entries(base), ...merged]);
}

/** Caches the shape of each object type, because zod creates the shape again on every access. */
const shapes = new WeakMap<ZodTypeAny, ZodRawShape>();

function shapeOf(type: ZodTypeAny): ZodRawShape | undefined {
	if (type instanceof ZodOptional || type instanceof ZodNullable) {
		return shapeOf((type as ZodOptional<ZodTypeAny> | ZodNullable<ZodTypeAny>).unwrap());
	}
	if (!(type instanceof ZodObject)) return undefined;
	const shape = shapes.get(type) ?? (type.shape as ZodRawShape);
	shapes.set(type, shape);
	return shape;
}

/** Sorts keys in the order of the schema, including keys of nested objects. Other keys come last. */
export function sortKeys(json: JsonObject, type: ZodTypeAny): JsonObject {
	const types = shapeOf(type);
	if (types === undefined) return json;
	const named: JsonObject = {};
	for (const [name, valueType] of Object.entries(types)) {
		if (!Object.hasOwn(json, name)) continue;
		const value = json[name];
		named[name] = isObject(value) ? sortKeys(value, valueType) : value;
	}
	const others = Object.entries(json).filter(([name]) => !Object.hasOwn(types, name));
	// Unlike an assignment, `fromEntries` and spreading also keep a key named `__proto__`.
	return others.length === 0 ? named : { ...named, ...Object.fromEntries(others) };
}
