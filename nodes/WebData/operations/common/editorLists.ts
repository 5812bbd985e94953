import type { ResourceMapperField } from 'n8n-workflow';
import type { Failure } from '../../api/errors/failure';
import type { ApiRequest } from '../../api/http/request';
import { nonEmptyText, type JsonObject } from '../../api/http/response';

export type PickerResponse = { answer: JsonObject } | { failure: Failure };

/** The context of a list that the editor loads. */
export interface PickerContext {
	/** Milliseconds since the epoch. */
	now: number;
	/** Sends a request, with the usual retries. Never rejects. */
	ask(request: ApiRequest): Promise<PickerResponse>;
	/** The value of another field as a string. Empty if the field has none, or an expression without a value. */
	textIn(field: string): string;
}

export interface Choice {
	name: string;
	value: string;
	description?: string;
}

export interface Choices {
	choices: Choice[];
	/** The `from` of the next page, if there is one. */
	next?: string;
}

/** A searchable list. `filter` is the search text, `from` the `next` of the previous page. */
export type ListSearch = (
	context: PickerContext,
	filter: string,
	from?: string,
) => Promise<Choices | { failure: Failure }>;

export interface Fields {
	fields: ResourceMapperField[];
	/** Shown instead of the fields if there are none. */
	notice?: string;
}

/** Fields that depend on what is selected in another field. */
export interface FieldList {
	/** Name of the form field that contains them. */
	name: string;
	load(context: PickerContext): Promise<Fields | { failure: Failure }>;
}

/** n8n truncates a longer name at the width of its list. */
export const MAX_CHOICE_LENGTH = 100;
/** Maximum pages per search of a list that the service cannot search. */
export const MAX_SEARCH_PAGES = 5;

/** The text on one line with at most this length, not ending in half a surrogate pair. */
export const truncateLine = (text: string, maxLength: number): string => {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line.length <= maxLength) return line;
	return `${line
		.slice(0, maxLength - 1)
		.replace(/[\uD800-\uDBFF]$/, '')
		.trimEnd()}…`;
};

/** Whether one of the texts contains the filter. */
export const includesText = (filter: string, ...texts: unknown[]): boolean =>
	texts.some((text) => nonEmptyText(text)?.toLowerCase().includes(filter.trim().toLowerCase()));

/** A relative time in minutes, hours or days, for example `5 min ago`. */
export function ago(time: number, now: number): string {
	const minutes = Math.floor((now - time) / 60_000);
	if (minutes < 1) return 'just now';
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
