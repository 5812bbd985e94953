// Where an answer to catalog calls has their results.

import { isObject, type JsonObject } from './answer';

/** Names under which the list of results is known; the specification leaves the answer's shape open. */
const listNames = ['catalog', 'alexandria', 'exchange'] as const;

export interface Entries {
	/** The name that this answer has for the list. */
	name: string;
	/** One for each call, in their order. */
	entries: JsonObject[];
}

/** None where no list is found. */
export function entriesOf(answer: JsonObject): Entries | undefined {
	const data = isObject(answer.data) ? answer.data : {};
	const name = listNames.find((each) => data[each] !== undefined);
	if (name === undefined) return undefined;
	const held = data[name];
	const list: unknown[] = Array.isArray(held) ? held : [held];
	return { name, entries: list.map((entry) => (isObject(entry) ? entry : { data: entry })) };
}
