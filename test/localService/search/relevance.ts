export function splitWords(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function relevance(query: string, text: string): number {
	const textWords = new Set(splitWords(text));
	return new Set(splitWords(query).filter((word) => textWords.has(word))).size;
}

export function rankedBy<Item>(
	query: string,
	items: readonly Item[],
	textOf: (item: Item) => string,
): Item[] {
	const scored = items.map((item) => ({ item, score: relevance(query, textOf(item)) }));
	return scored.sort((a, b) => b.score - a.score).map(({ item }) => item);
}
