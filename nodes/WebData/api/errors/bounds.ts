/**
 * Maximum length in characters of a string from a response. Longer strings are truncated before any pattern is applied.
 */
export const MAX_TEXT_LENGTH = 10_000;
export const MAX_NAME_LENGTH = 200;

const MAX_DEPTH = 20;
/** Maximum size of a truncated value: its characters plus `VALUE_SIZE` for each nested value. */
const MAX_TOTAL = 50_000;
const VALUE_SIZE = 10;

/** Truncates a string without splitting a surrogate pair. */
export const cutText = (text: string, length: number): string =>
	text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

interface Budget {
	left: number;
}

function cutString(text: string, budget: Budget): string {
	const cut = cutText(text, Math.min(MAX_TEXT_LENGTH, Math.max(budget.left, 0)));
	budget.left -= cut.length;
	return cut;
}

function cutEntries(
	entries: [string, unknown][],
	depth: number,
	budget: Budget,
): [string, unknown][] {
	const kept: [string, unknown][] = [];
	for (const [name, value] of entries) {
		if (budget.left <= 0) break;
		const shortName = cutText(name, MAX_NAME_LENGTH);
		budget.left -= shortName.length;
		kept.push([shortName, cutValue(value, depth - 1, budget)]);
	}
	return kept;
}

function cutValue(value: unknown, depth: number, budget: Budget): unknown {
	budget.left -= VALUE_SIZE;
	if (typeof value === 'string') return cutString(value, budget);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === 0) return undefined;
	const kept = cutEntries(Object.entries(value), depth, budget);
	return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}

export const cutJson = (value: unknown): unknown => cutValue(value, MAX_DEPTH, { left: MAX_TOTAL });
