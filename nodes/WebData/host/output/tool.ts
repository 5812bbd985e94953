import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { cutText } from '../../errors/text';
import { isObject } from '../../json/json';
import { maxResultLengthField } from '../../operation/aiTool';

// Shortens a result for a language model. All lengths are those of the JSON text that the model receives.

/** Minimum length of an entry of a list. If the entries do not have this length, the last entries are omitted. */
const MIN_ENTRY = 500;
/** Minimum length of a property. If it is not available, the truncated JSON text replaces the object. */
const MIN_PART = 100;
/** Limits the time for deeply nested values, each of which is measured separately. */
const MAX_DEPTH = 20;
const BRACKETS = '[]'.length;

/**
 * Length of a text in Latin characters that have as many tokens. Tokenizers need about 3 tokens for the text of another
 * script that has as many characters as 1 token of English has letters.
 */
const lengthOfText = (text: string): number =>
	text.length + 2 * (text.match(/[^\0-\u024f]/g)?.length ?? 0);

/** Includes the comma after the value. */
const lengthOf = (value: unknown): number => lengthOfText(JSON.stringify(value)) + 1;

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
		left -= lengthOfText(JSON.stringify(character)) - 2;
		if (left < 0) break;
		end += character.length;
	}
	return text.slice(0, end) + note;
}

function shortenObject(object: object, room: number, depth: number): object {
	const entries = Object.entries(object) as [string, unknown][];
	const lengths = entries.map(([, value]) => lengthOf(value));
	const share = fairShare(lengths, room - lengthOf(object) + sum(lengths));
	if (share < MIN_PART) {
		return { text: truncateText(JSON.stringify(object), room - lengthOf({ text: '' })) };
	}
	return Object.fromEntries(entries.map(([name, value]) => [name, shorten(value, share, depth)]));
}

/**
 * Returns copies of the entries whose JSON has at most the length `room`. Omits the last entries, so that each remaining
 * entry gets its minimum length.
 */
export function shortenList<Entry>(list: readonly Entry[], room: number, depth = 0): Entry[] {
	const available = room - BRACKETS;
	let left = available;
	const end = list.findIndex((entry) => (left -= Math.min(lengthOf(entry), MIN_ENTRY)) < 0);
	const kept = end === -1 ? list : list.slice(0, end);
	const share = fairShare(kept.map(lengthOf), available);
	return kept.map((entry) => shorten(entry, share, depth) as Entry);
}

function shortenWithNote(list: readonly unknown[], room: number, depth: number): unknown[] {
	const note = `[Truncated: the list contains ${list.length} entries]`;
	const shortened = shortenList(list, room - lengthOf(note), depth);
	return shortened.length < list.length ? [...shortened, note] : shortened;
}

function shorten(value: unknown, room: number, depth: number): unknown {
	if (lengthOf(value) <= room) return value;
	if (typeof value === 'string') return truncateText(value, room);
	if (depth > MAX_DEPTH) return truncateText(JSON.stringify(value), room);
	if (Array.isArray(value)) return shortenWithNote(value, room, depth + 1);
	return isObject(value) ? shortenObject(value, room, depth + 1) : value;
}

/** Measures each item separately, because the JSON of all items can be too long for a string. */
const resultLength = (items: readonly IDataObject[]): number =>
	sum(items.map(lengthOf)) + BRACKETS - 1;

// Prepares the output of a node that runs as a tool.

/** n8n appends `Tool` to the type of a node that runs as a tool. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/** Returns the value of the field, or its default if the user's expression fails, so that paid output is not lost. */
function maxResultLength(context: IExecuteFunctions): number {
	const { name, default: initial } = maxResultLengthField;
	try {
		return Number(context.getNodeParameter(name, 0, initial));
	} catch {
		return Number(initial);
	}
}

const messageItem = (sentences: readonly string[]): INodeExecutionData => ({
	json: { message: sentences.filter((sentence) => sentence !== '').join(' ') },
	pairedItem: { item: 0 },
});

/** Maximum length of the facts in a truncated result. */
const MAX_FACTS = 2000;

const RESULT_LENGTH_ADVICE =
	"To get longer results, the user can increase 'Max Result Length' of this tool.";

/**
 * Returns the output of a tool: adds an item with the facts that the editor shows as hints, and limits the length of the
 * whole result. Explains empty output, which a model may mistake for a failure. Does not change the output of a node
 * that is not a tool.
 */
export function outputForModel(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	facts: readonly string[],
): INodeExecutionData[] {
	if (!isTool(context.getNode())) return items;
	if (items.length === 0) return [messageItem(['The result is empty.', ...facts])];
	const output = facts.length === 0 ? items : [...items, messageItem(facts)];
	const limit = maxResultLength(context);
	if (!(limit > 0) || resultLength(output.map(({ json }) => json)) <= limit) return output;
	const all = items.map(({ json }) => json);
	const shortFacts = cutText(facts.join(' '), Math.min(MAX_FACTS, limit / 4));
	const withOmission = (omitted: number): INodeExecutionData =>
		messageItem([
			`This result is truncated to ${limit} characters.`,
			omitted > 0 ? `${omitted} of ${all.length} items are omitted.` : '',
			all.length > 1 ? 'To read the rest of a page, scrape its URL separately.' : '',
			RESULT_LENGTH_ADVICE,
			shortFacts,
		]);
	const shortened = shortenList(all, limit - resultLength([withOmission(all.length).json]));
	const message = withOmission(all.length - shortened.length);
	return [...shortened.map((json, index) => ({ ...items[index], json })), message];
}
