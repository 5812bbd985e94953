// Puts what people look for first: the fields of an item in the order of its schema.

import { ZodNullable, ZodObject, ZodOptional, type ZodRawShape, type ZodTypeAny } from 'zod';
import { isObject, type JsonObject } from '../api/answer';

function shapeOf(type: ZodTypeAny | undefined): ZodRawShape | undefined {
	if (type instanceof ZodOptional || type instanceof ZodNullable) {
		return shapeOf((type as ZodOptional<ZodTypeAny> | ZodNullable<ZodTypeAny>).unwrap());
	}
	return type instanceof ZodObject ? (type.shape as ZodRawShape) : undefined;
}

const orderedValue = (value: unknown, type: ZodTypeAny | undefined): unknown =>
	isObject(value) && type !== undefined ? inOrder(value, type) : value;

/** The same JSON: on each level of objects first what `type` names, in its order, then the rest in its own. Lists stay as they are. */
export function inOrder(json: JsonObject, type: ZodTypeAny): JsonObject {
	const shape = shapeOf(type);
	if (shape === undefined) return json;
	const named = Object.keys(shape).filter((name) => Object.hasOwn(json, name));
	const others = Object.keys(json).filter((name) => !Object.hasOwn(shape, name));
	return Object.fromEntries(
		[...named, ...others].map((name) => [
			name,
			orderedValue(json[name], Object.hasOwn(shape, name) ? shape[name] : undefined),
		]),
	);
}
