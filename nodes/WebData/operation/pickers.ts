import type { ResourceMapperField } from 'n8n-workflow';
import type { Client } from '../client/client';
import { cutText } from '../errors/text';
import { nonEmptyText, parseTime } from '../json/json';

export interface PickerContext {
	client: Client;
	/** Returns the value of another field, or an empty string. */
	textIn(field: string): string;
}

export interface Choice {
	name: string;
	value: string;
	description?: string;
}

interface ChoicePage {
	choices: Choice[];
	/** Value of `from` for the next page, if any. */
	next?: string;
}

/** Loads one page of the choices that match the search text. Throws a `ServiceError` if a request fails. */
export type ListSearch = (
	context: PickerContext,
	filter: string,
	from?: string,
) => Promise<ChoicePage>;

/** Fields that depend on the selection in another field. The editor shows `notice` if there are none. */
export interface FieldList {
	name: string;
	load(context: PickerContext): Promise<{ fields: ResourceMapperField[]; notice?: string }>;
}

/** Maximum length of a name in characters. n8n cuts off longer names. */
export const MAX_CHOICE_LENGTH = 100;
/** Maximum number of pages that a search loads if the service cannot filter the list. */
const MAX_SEARCH_PAGES = 5;

export const truncateLine = (text: string, maxLength: number): string => {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length <= maxLength ? line : `${cutText(line, maxLength - 1).trimEnd()}…`;
};

/** Whether any of the texts contains the filter. Ignores case. */
export const includesText = (filter: string, ...texts: unknown[]): boolean =>
	texts.some((text) => nonEmptyText(text)?.toLowerCase().includes(filter.trim().toLowerCase()));

/** Returns a relative time, for example, `5 min ago`, or undefined if the time is not valid. */
export function ageOf(value: unknown, now: number): string | undefined {
	const time = parseTime(value);
	if (time === undefined) return undefined;
	const minutes = Math.floor((now - time) / 60_000);
	if (minutes < 1) return 'just now';
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** Details precede the title, because n8n truncates the end of long names. */
export const choiceName = (details: readonly (string | undefined)[], title: string): string => {
	const known = details.filter((detail) => detail !== undefined);
	const name = known.length === 0 ? title : `${known.join(', ')}: ${title}`;
	return truncateLine(name, MAX_CHOICE_LENGTH);
};

/** Returns a choice whose name consists of the parts, or no choice if the ID is missing. */
export const namedChoice = (id: unknown, ...parts: (string | undefined)[]): Choice[] => {
	const value = nonEmptyText(id);
	if (value === undefined) return [];
	const name = parts.filter((part) => part !== undefined && part !== '').join(', ');
	return [{ name: truncateLine(name === '' ? value : name, MAX_CHOICE_LENGTH), value }];
};

/** Loads pages until one contains a choice. */
export async function searchPages(
	from: string | undefined,
	load: (from: string | undefined) => Promise<ChoicePage>,
): Promise<ChoicePage> {
	let next = from;
	for (let page = 1; ; page++) {
		const loaded = await load(next);
		const isLast = loaded.next === undefined || page === MAX_SEARCH_PAGES;
		if (loaded.choices.length > 0 || isLast) return loaded;
		next = loaded.next;
	}
}
