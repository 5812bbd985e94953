import { createTwoFilesPatch } from 'diff';
import { extractJson } from './prose';
import type { EarlierText, ScrapeMemory } from './scrapeMemory';
import type { FormatObject } from './scrapeRequest';

interface Current extends EarlierText {
	url: string;
	status: number;
}

export function trackChanges(
	{ earlierTexts }: ScrapeMemory,
	{ url, status, markdown, at }: Current,
	{ tag = null, modes = [], schema }: FormatObject,
): Record<string, unknown> {
	const key = JSON.stringify([url, tag]);
	const earlier = earlierTexts.get(key);
	earlierTexts.set(key, { markdown, at });
	const isRemoved = status === 404 || status === 410;
	const changed = isRemoved ? 'removed' : earlier?.markdown === markdown ? 'same' : 'changed';
	return {
		previousScrapeAt: earlier ? new Date(earlier.at).toISOString() : null,
		changeStatus: earlier ? changed : 'new',
		visibility: 'visible',
		...(modes.includes('git-diff') && {
			diff: (earlier && gitDiff(earlier.markdown, markdown)) || null,
		}),
		...(modes.includes('json') && {
			json: earlier ? compareJson(earlier.markdown, markdown, schema) : null,
		}),
	};
}

function compareJson(before: string, after: string, schema: unknown): Record<string, object> {
	const previous = extractJson(before, schema);
	const entries = Object.entries(extractJson(after, schema)).map(([key, current]) => [
		key,
		{ previous: previous[key] ?? null, current },
	]);
	return Object.fromEntries(entries) as Record<string, object>;
}

/** Returns the changes between two texts in the unified format, or an empty text if they are equal. */
export function gitDiff(before: string, after: string): string {
	if (before === after) return '';
	const options = { context: 3 };
	const texts = [`${before}\n`, `${after}\n`] as const;
	const patch = createTwoFilesPatch('previous', 'current', ...texts, '', '', options);
	return patch.slice(patch.indexOf('---')).replace(/\t$/gm, '').trimEnd();
}
