// What came of each call of a catalog request: paid results and failures side by side.

import { z } from 'zod';
import { isObject, type JsonObject } from '../../api/answer';
import { entriesOf, errorIn } from '../../api/catalogAnswer';
import type { CatalogCall } from '../../api/contract/catalog';
import { catalogResult } from '../../api/contract/catalogResult';
import type { Failure } from '../../api/failures/failure';
import { failureOfCall, missingCall } from '../../api/failures/callFailures';
import type { Notice, Part, Reading } from '../operation';

/** A call's result as an item, with Simplify. */
export const callItem = catalogResult.extend({ requestId: z.string().optional() });

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
		facts: {
			...failure.facts,
			call: index + 1,
			provider: call?.provider,
			capability: call?.capability,
		},
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
		const error = errorIn(entry);
		if (error !== undefined) return located(failureOfCall(error), index, calls[index]);
		return {
			json: simplify ? simplified(entry, requestId) : whole(answer, name, entry, requestId),
		};
	});
}

const refusedBy = (entry: JsonObject, index: number): Notice[] =>
	typeof entry.upstreamStatus === 'number' && entry.upstreamStatus >= 400
		? [
				{
					kind: 'upstreamStatus',
					text: `What call ${index + 1} asked answered with HTTP status ${entry.upstreamStatus}`,
					warns: true,
				},
			]
		: [];

/** What a person should know although the request is a success. */
export function callNotices(answer: JsonObject): Notice[] {
	const found = entriesOf(answer);
	if (found !== undefined) return found.entries.flatMap(refusedBy);
	const text = 'The answer holds no list of results, so the item is the whole answer';
	return [{ kind: 'wholeAnswer', text, warns: true }];
}
