// What came of each call of a catalog request: paid results and failures side by side.

import { isObject, type JsonObject } from '../../api/answer';
import type { CatalogCall } from '../../api/contract/catalog';
import type { Failure } from '../../api/failures/failure';
import { failureOfCall, missingCall } from '../../api/failures/callFailures';
import type { Part, Reading } from '../operation';

/** Names under which the list of results is known; the specification leaves the answer's shape open. */
const listNames = ['catalog', 'alexandria', 'exchange'] as const;

interface Entries {
	name: string;
	entries: JsonObject[];
}

function entriesOf(answer: JsonObject): Entries | undefined {
	const data = isObject(answer.data) ? answer.data : {};
	const name = listNames.find((each) => data[each] !== undefined);
	if (name === undefined) return undefined;
	const held = data[name];
	const list: unknown[] = Array.isArray(held) ? held : [held];
	return { name, entries: list.map((entry) => (isObject(entry) ? entry : { data: entry })) };
}

const simplified = (entry: JsonObject, requestId: string | undefined): JsonObject => {
	const { provider, capability, data, creditsCost, ...rest } = entry;
	return { data, provider, capability, creditsCost, ...rest, requestId };
};

/** The whole answer, with this call's result alone in its list. */
const whole = (
	answer: JsonObject,
	name: string,
	entry: JsonObject,
	requestId: string | undefined,
): JsonObject => ({
	...answer,
	data: { ...(isObject(answer.data) ? answer.data : {}), [name]: [entry] },
	requestId,
});

const located = (failure: Failure, index: number, call: CatalogCall | undefined): Part => ({
	failure: {
		...failure,
		facts: { call: index + 1, provider: call?.provider, capability: call?.capability },
	},
});

/**
 * One output for each call, in the order of the calls. A call without a result is a failure of its own.
 * An answer in which no list is found comes out whole: it was paid for.
 */
export function partsOf(
	answer: JsonObject,
	{ simplify, requestId }: Reading,
	calls: readonly CatalogCall[],
): Part[] {
	const found = entriesOf(answer);
	if (found === undefined) return [{ json: { ...answer, requestId } }];
	const { name, entries } = found;
	return Array.from({ length: Math.max(calls.length, entries.length) }, (_, index): Part => {
		const entry = entries[index];
		if (entry === undefined) return located(missingCall, index, calls[index]);
		if (isObject(entry.error)) return located(failureOfCall(entry.error), index, calls[index]);
		return {
			json: simplify ? simplified(entry, requestId) : whole(answer, name, entry, requestId),
		};
	});
}
