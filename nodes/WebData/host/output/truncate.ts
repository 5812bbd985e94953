import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../json/json';

// Shortens a result for a language model. All lengths are those of the JSON text that the model receives.

/** Minimum length of an entry of a list. If the entries do not have this length, the last entries are omitted. */
const MIN_ENTRY = 500;
/** Minimum length of a text or list. If it is not available, the object around it is replaced by its truncated JSON text. */
const MIN_PART = 100;
/** Limits the time for deeply nested lists, each of which is measured separately. */
const MAX_NESTED_LISTS = 20;
const BRACKETS = '[]'.length;

interface List {
	list: unknown[];
	room: number;
	level: number;
}

/** Where a value is stored: in a property of an object, or in an entry of a list. */
interface Slot {
	holder: Record<string | number, unknown>;
	name: string | number;
}

/** Includes the comma after the value. */
const lengthOf = (value: unknown): number => JSON.stringify(value).length + 1;

const sum = (lengths: readonly number[]): number =>
	lengths.reduce((total, length) => total + length, 0);

/** Returns the maximum length of a value if the values share `room`: short values stay whole, and long values get equal shares. */
function fairShare(lengths: readonly number[], room: number): number {
	const ascending = [...lengths].sort((a, b) => a - b);
	let left = room;
	for (const [index, length] of ascending.entries()) {
		const share = Math.floor(left / (ascending.length - index));
		if (length > share) return share;
		left -= length;
	}
	return Infinity;
}

function truncateText(text: string, room: number): string {
	const note = `\n\n[Truncated: the text contains ${text.length} characters]`;
	let left = room - lengthOf(note);
	let end = 0;
	for (const character of text) {
		left -= JSON.stringify(character).length - 2;
		if (left < 0) break;
		end += character.length;
	}
	return text.slice(0, end) + note;
}

/** Returns the texts and lists in a value, without those inside lists. */
function partsOf(whole: Slot): Slot[] {
	const parts = [whole];
	for (const { holder, name } of parts) {
		const value = holder[name];
		if (!isObject(value)) continue;
		for (const key of Object.keys(value)) parts.push({ holder: value, name: key });
	}
	return parts.filter(({ holder, name }) => {
		const value = holder[name];
		return typeof value === 'string' || Array.isArray(value);
	});
}

/** Shortens the texts of a value. Returns the lists that still have to be shortened. */
function shortenValue(whole: Slot, room: number, level: number): List[] {
	const parts = partsOf(whole);
	const lengths = parts.map(({ holder, name }) => lengthOf(holder[name]));
	const value = whole.holder[whole.name];
	const share = fairShare(lengths, room - lengthOf(value) + sum(lengths));
	if (share < MIN_PART || level > MAX_NESTED_LISTS) {
		const text = truncateText(JSON.stringify(value), room - lengthOf({ text: '' }));
		whole.holder[whole.name] = { text };
		return [];
	}
	return parts.flatMap(({ holder, name }, index) => {
		if ((lengths[index] ?? 0) <= share) return [];
		const part = holder[name];
		if (Array.isArray(part)) return [{ list: part, room: share, level }];
		holder[name] = truncateText(String(part), share);
		return [];
	});
}

/** Removes the last entries of a list, so that each remaining entry gets its minimum length. */
function omitEntries(list: unknown[], room: number): number {
	let left = room;
	const end = list.findIndex((entry) => (left -= Math.min(lengthOf(entry), MIN_ENTRY)) < 0);
	return end === -1 ? 0 : list.splice(end).length;
}

function shortenEntries({ list, room, level }: List): List[] {
	const share = fairShare(list.map(lengthOf), room);
	const holder = list as unknown as Slot['holder'];
	return Array.from(list, (_entry, name) => ({ holder, name }))
		.filter(({ name }) => lengthOf(list[name]) > share)
		.flatMap((entry) => shortenValue(entry, share, level + 1));
}

/** Measures each item separately, because the JSON of all items can be too long for a string. */
export const resultLength = (items: readonly IDataObject[]): number =>
	sum(items.map(lengthOf)) + BRACKETS - 1;

/** Returns copies of the items whose JSON has at most the length `room`, without the last items if there are too many. */
export function shortenItems(items: readonly IDataObject[], room: number): IDataObject[] {
	const kept = [...items];
	const left = room - BRACKETS;
	omitEntries(kept, left);
	const list = kept.map((item) => JSON.parse(JSON.stringify(item)) as IDataObject);
	const lists = shortenEntries({ list, room: left, level: 0 });
	for (const inner of lists) {
		const note = `[Truncated: the list contains ${inner.list.length} entries]`;
		const innerRoom = inner.room - lengthOf(note) - BRACKETS;
		const omitted = omitEntries(inner.list, innerRoom);
		for (const nested of shortenEntries({ ...inner, room: innerRoom })) lists.push(nested);
		if (omitted > 0) inner.list.push(note);
	}
	return list;
}
