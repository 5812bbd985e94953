// What a list to choose from, and a form that the service describes, are: functions that say what to ask the service and what its answer offers.

import type { ResourceMapperField } from 'n8n-workflow';
import type { JsonObject } from '../../api/http/response';
import type { Failure } from '../../api/errors/failure';
import type { ApiRequest } from '../../api/http/request';

export type PickerResponse = { answer: JsonObject } | { failure: Failure };

/** What a person sees of the form while asking. */
export interface PickerContext {
	/** Milliseconds since the epoch. */
	now: number;
	/** Makes a call, with the retries that all calls have. Never rejects. */
	ask(request: ApiRequest): Promise<PickerResponse>;
	/** The text in another field; empty where there is none, or an expression that has no value yet. */
	textIn(field: string): string;
}

export interface Choice {
	name: string;
	value: string;
	description?: string;
}

export interface Choices {
	choices: Choice[];
	/** What to hand in for the next page, where there is one. */
	next?: string;
}

/** A searchable list. `filter` is what was typed, `from` the `next` of the page before. */
export type ListSearch = (
	asking: PickerContext,
	filter: string,
	from?: string,
) => Promise<Choices | { failure: Failure }>;

export interface Fields {
	fields: ResourceMapperField[];
	/** Said in place of the fields where there are none. */
	notice?: string;
}

/** The fields of what was chosen beside it. */
export interface FieldList {
	/** Name of the form's field that they stand in. */
	name: string;
	load(asking: PickerContext): Promise<Fields | { failure: Failure }>;
}

/** As much of a text as a line of a list has room for. */
export const truncateLine = (text: string, longest: number): string => {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line.length <= longest) return line;
	return `${line
		.slice(0, longest - 1)
		.replace(/[\uD800-\uDBFF]$/, '')
		.trimEnd()}…`;
};

/** How long ago a time was, in the unit that a person would name. */
export function ago(time: number, now: number): string {
	const minutes = Math.floor((now - time) / 60_000);
	if (minutes < 1) return 'just now';
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
