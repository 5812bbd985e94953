// What came of each call of a catalog request: paid results and failures side by side.

import { z } from 'zod';
import { isObject, type JsonObject } from '../../api/http/response';
import { catalogEntries, entryError } from '../../api/catalog/catalogResponse';
import type { CatalogCall } from '../../api/catalog/catalogRequest';
import { catalogResult } from '../../api/catalog/catalogResult';
import type { Failure } from '../../api/errors/failure';
import { failureOfCatalogCall, missingCallFailure } from '../../api/catalog/callError';
import type { Notice, OutputPart, OutputOptions } from '../operation';

/** A call's result as an item, with Simplify. */
export const callItem = catalogResult.extend({ requestId: z.string().optional() });

const simplifyEntry = (entry: JsonObject, requestId: string | undefined): JsonObject => {
	const { provider, capability, data, creditsCost, ...rest } = entry;
	return { data, provider, capability, creditsCost, ...rest, requestId };
};

/** The whole answer, with this call's result alone in its list. */
const fullResponse = (
	answer: JsonObject,
	name: string,
	entry: JsonObject,
	requestId: string | undefined,
): JsonObject => ({
	...answer,
	data: { ...(isObject(answer.data) ? answer.data : {}), [name]: [entry] },
	requestId,
});

const withCall = (failure: Failure, index: number, call: CatalogCall | undefined): OutputPart => ({
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
export function toOutputParts(
	answer: JsonObject,
	{ simplify, requestId }: OutputOptions,
	calls: readonly CatalogCall[],
): OutputPart[] {
	const found = catalogEntries(answer);
	if (found === undefined) return [{ json: { ...answer, requestId } }];
	const { name, entries } = found;
	return Array.from({ length: Math.max(calls.length, entries.length) }, (_, index): OutputPart => {
		const entry = entries[index];
		if (entry === undefined) return withCall(missingCallFailure, index, calls[index]);
		const error = entryError(entry);
		if (error !== undefined) return withCall(failureOfCatalogCall(error), index, calls[index]);
		return {
			json: simplify
				? simplifyEntry(entry, requestId)
				: fullResponse(answer, name, entry, requestId),
		};
	});
}

const upstreamNotice = (entry: JsonObject, index: number): Notice[] =>
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
	const found = catalogEntries(answer);
	if (found !== undefined) return found.entries.flatMap(upstreamNotice);
	const text = 'The answer holds no list of results, so the item is the whole answer';
	return [{ kind: 'wholeAnswer', text, warns: true }];
}
