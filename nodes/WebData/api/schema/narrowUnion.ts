// A contract for what is there: of dozens of fields that a request may have, an item sets a few.

import { ZodObject, type ZodType, type ZodTypeDef } from 'zod';

/** Different sets of fields that are remembered; a workflow has one or two. */
const MOST_REMEMBERED = 200;

/** Whether leaving the field out leaves nothing in the result. */
const mayBeAbsent = (field: ZodType): boolean => {
	const checked = field.safeParse(undefined);
	return checked.success && checked.data === undefined;
};

/**
 * Chooses, for given values, a contract that says the same of them as the whole one and asks for no
 * field that is neither there nor needed. A contract that is no plain object is always the whole one.
 */
export function narrowUnion<Values>(
	contract: ZodType<Values, ZodTypeDef, unknown>,
): (values: object) => ZodType<Values, ZodTypeDef, unknown> {
	if (!(contract instanceof ZodObject)) return () => contract;
	const fields: Record<string, ZodType> = contract.shape;
	const names = Object.keys(fields);
	const needed = new Set(names.filter((name) => !mayBeAbsent(fields[name] as ZodType)));
	const remembered = new Map<string, ZodType<Values, ZodTypeDef, unknown>>();
	return (values) => {
		const kept = names.filter((name) => needed.has(name) || Object.hasOwn(values, name));
		const key = kept.join();
		const known = remembered.get(key);
		if (known !== undefined) return known;
		if (remembered.size >= MOST_REMEMBERED) remembered.clear();
		const part: ZodType = contract.pick(Object.fromEntries(kept.map((name) => [name, true])));
		remembered.set(key, part);
		return part;
	};
}
