import { extractJson } from './extraction';
import { gitDiff } from './lineDiff';
import type { Metadata } from './metadata';
import type { EarlierText, ScrapeMemory } from './scrapeMemory';
import type { FormatObject } from './scrapeRequest';

interface Current {
	url: string;
	markdown: string;
	metadata: Metadata;
	status: number;
	at: number;
}

export function trackChanges(
	memory: ScrapeMemory,
	current: Current,
	format: FormatObject,
): Record<string, unknown> {
	const key = JSON.stringify([current.url, format.tag ?? null]);
	const earlier = memory.earlierTexts.get(key);
	memory.earlierTexts.set(key, { markdown: current.markdown, at: current.at });
	const modes = format.modes ?? [];
	return {
		previousScrapeAt: earlier ? new Date(earlier.at).toISOString() : null,
		changeStatus: statusOf(earlier, current),
		visibility: 'visible',
		...(modes.includes('git-diff') && { diff: diffOf(earlier, current) }),
		...(modes.includes('json') && { json: compareJson(earlier, current, format) }),
	};
}

function statusOf(earlier: EarlierText | undefined, current: Current): string {
	if (!earlier) return 'new';
	if (current.status === 404 || current.status === 410) return 'removed';
	return earlier.markdown === current.markdown ? 'same' : 'changed';
}

function diffOf(earlier: EarlierText | undefined, current: Current): string | null {
	return earlier ? gitDiff(earlier.markdown, current.markdown) || null : null;
}

function compareJson(
	earlier: EarlierText | undefined,
	current: Current,
	format: FormatObject,
): Record<string, { previous: unknown; current: unknown }> | null {
	if (!earlier) return null;
	const { metadata } = current;
	const before = extractJson({ markdown: earlier.markdown, metadata: {} }, format.schema);
	const after = extractJson({ markdown: current.markdown, metadata }, format.schema);
	const entries = Object.keys(after).map((key) => [
		key,
		{ previous: before[key] ?? null, current: after[key] ?? null },
	]);
	return Object.fromEntries(entries);
}
