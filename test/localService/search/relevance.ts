// Compares texts with a query by shared words.

export function splitWords(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns the number of query words that the text contains. */
export function relevance(query: string, text: string): number {
	const textWords = new Set(splitWords(text));
	return new Set(splitWords(query).filter((word) => textWords.has(word))).size;
}

/** Returns all items, sorted by the number of words shared with the query. */
export function rankedBy<Item>(
	query: string,
	items: readonly Item[],
	textOf: (item: Item) => string,
): Item[] {
	const scored = items.map((item) => ({ item, score: relevance(query, textOf(item)) }));
	return scored.sort((a, b) => b.score - a.score).map(({ item }) => item);
}
