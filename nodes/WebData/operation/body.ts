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

interface Shape {
	names: readonly string[];
	types: ZodRawShape;
}

/** Caches the shape of each zod type, because zod creates the shape of an object again on every access. */
const shapes = new WeakMap<ZodTypeAny, Shape | { names: undefined }>();

function readShape(type: ZodTypeAny): Shape | { names: undefined } {
	if (type instanceof ZodOptional || type instanceof ZodNullable) {
		return shapeOf((type as ZodOptional<ZodTypeAny> | ZodNullable<ZodTypeAny>).unwrap());
	}
	if (!(type instanceof ZodObject)) return { names: undefined };
	const types = type.shape as ZodRawShape;
	return { names: Object.keys(types), types };
}

function shapeOf(type: ZodTypeAny): Shape | { names: undefined } {
	const shape = shapes.get(type) ?? readShape(type);
	shapes.set(type, shape);
	return shape;
}

const sortValue = (value: unknown, type: ZodTypeAny | undefined): unknown =>
	isObject(value) && type !== undefined ? sortKeys(value, type) : value;

/** Sorts keys in the order of the schema, including keys of nested objects. Other keys come last. */
export function sortKeys(json: JsonObject, type: ZodTypeAny): JsonObject {
	const shape = shapeOf(type);
	if (shape.names === undefined) return json;
	const { names, types } = shape;
	const named = names
		.filter((name) => Object.hasOwn(json, name))
		.map((name) => [name, sortValue(json[name], types[name])] as const);
	const others = Object.entries(json).filter(([name]) => !Object.hasOwn(types, name));
	return Object.fromEntries([...named, ...others]);
}
