import { z } from 'zod';
import { isObject, type JsonObject } from '../http/response';
import { openObject } from '../schema/output';
import { page, tool } from '../scrape/page';

const lists = [
	['web', 'web'],
	['news', 'news'],
	['image', 'images'],
	['tool', 'tools'],
] as const;

export type ResultKind = (typeof lists)[number][0];

export interface SearchResult {
	kind: ResultKind;
	/** Position among the results of the same kind, starting at 1. */
	position: number;
	result: JsonObject;
	at: [string, string, number];
}

const positionOf = ({ position }: JsonObject, index: number): number =>
	typeof position === 'number' ? position : index + 1;

const toResult = (entry: unknown): JsonObject => (isObject(entry) ? entry : { url: entry });

/** Returns the results of a search: web results first, then news, images, and catalog tools. */
export function* searchResults({ data }: JsonObject): Generator<SearchResult, void> {
	const resultLists = isObject(data) ? data : {};
	for (const [kind, list] of lists) {
		const entries = resultLists[list];
		if (!Array.isArray(entries)) continue;
		for (const [index, entry] of entries.entries()) {
			const result = toResult(entry);
			yield { kind, position: positionOf(result, index), result, at: ['data', list, index] };
		}
	}
}

export const searchResult = openObject({
	kind: z.enum(['web', 'news', 'image', 'tool']),
	position: z.number().describe('Position among the results of the same kind, starting at 1'),
	title: z.string(),
	url: z.string(),
	description: z.string(),
	snippet: z.string(),
	date: z.string(),
	category: z.string(),
	imageUrl: z.string(),
	imageWidth: z.number(),
	imageHeight: z.number(),
})
	.extend(page.omit({ tools: true }).shape)
	.extend(tool.omit({ description: true }).shape);
