// Puts what people look for first: the fields of an item in the order of its schema.

import { ZodNullable, ZodObject, ZodOptional, type ZodRawShape, type ZodTypeAny } from 'zod';
import { isObject, type JsonObject } from '../../api/http/response';

interface Shape {
	names: readonly string[];
	types: ZodRawShape;
}

/** By the type: zod puts a shape together anew each time that it is asked for it. */
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
	const known = shapes.get(type) ?? readShape(type);
	shapes.set(type, known);
	return known;
}

const sortValue = (value: unknown, type: ZodTypeAny | undefined): unknown =>
	isObject(value) && type !== undefined ? sortKeys(value, type) : value;

/** The same JSON: on each level of objects first what `type` names, in its order, then the rest in its own. Lists stay as they are. */
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
