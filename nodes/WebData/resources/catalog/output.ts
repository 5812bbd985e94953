import type { Failure } from '../../errors/row';
import { dataOf, type JsonObject } from '../../json/json';
import type { Notice, OutputContext, OutputPart } from '../../operation/operation';
import type { CatalogCall } from './form';
import { catalogEntries, entryError, failureOfCatalogCall, missingCallFailure } from './service';

const withCall = (failure: Failure, index: number, call?: CatalogCall): OutputPart => {
	const { provider, capability } = call ?? {};
	const facts = { ...failure.facts, call: index + 1, provider, capability };
	return { failure: { ...failure, facts } };
};

/** Returns one output per call, in the order of the calls. A call without a result becomes a failure. */
export function toOutputParts(
	answer: JsonObject,
	{ simplify, requestId }: Pick<OutputContext, 'simplify' | 'requestId'>,
	calls: readonly CatalogCall[],
): OutputPart[] {
	const results = catalogEntries(answer);
	if (results === undefined) return [{ json: { ...answer, requestId } }];
	const { name, entries } = results;
	return Array.from({ length: Math.max(calls.length, entries.length) }, (_, index): OutputPart => {
		const entry = entries[index];
		if (entry === undefined) return withCall(missingCallFailure, index, calls[index]);
		const error = entryError(entry);
		if (error !== undefined) {
			return withCall(failureOfCatalogCall(error, entry), index, calls[index]);
		}
		// A response may contain more entries than calls, so only the entries of calls repeat the other fields.
		const [rest, data] = index < calls.length ? [answer, dataOf(answer)] : [{}, {}];
		const json = simplify
			? { ...entry, scrapeId: answer.scrape_id, totalCreditsCost: dataOf(answer).creditsCost }
			: { ...rest, data: { ...data, [name]: [entry] } };
		return { json: { ...json, requestId } };
	});
}

export function callNotices(answer: JsonObject): Notice[] {
	const results = catalogEntries(answer);
	if (results === undefined) {
		const text =
			'The response contains no list of results, so the item contains the whole response';
		return [{ kind: 'wholeAnswer', text, warns: true }];
	}
	return results.entries.flatMap(({ upstreamStatus: status }, index) => {
		if (typeof status !== 'number' || status < 400) return [];
		const text = `The provider of call ${index + 1} returned HTTP status ${status}`;
		return [{ kind: 'upstreamStatus', text, warns: true }];
	});
}
