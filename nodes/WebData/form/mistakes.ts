import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../json/json';

// Recognizes values that are not meant: expressions that n8n did not evaluate, words of a model for "no value", and
// characters from other programs.

/** Returns the name of the first character, as in `U+00A0`. */
export const characterName = (text: string): string =>
	`U+${text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Returns the first character that cannot be seen in a URL. Some languages use joiners inside words, so they are not meant
 * only at the beginning of a URL.
 */
export const invisibleCharacter = (url: string): string | undefined =>
	/[\u00A0\u2000-\u200B\u202A-\u202F\u2060\u3000\uFEFF]|^[\u00AD\u200C-\u200F]/.exec(url)?.[0];

function isUnevaluatedText(text: string): boolean {
	if (text.startsWith('=')) return false;
	if (/^\s*\$(?:json\b|node\b|input\b|binary\b|vars\b|\()\S*\s*$/.test(text)) return true;
	// Variables and functions of n8n's expressions that refer to data or time.
	const variable = /\$(?:json|node|input|binary|now|today|vars|execution|workflow|fromAI)\b|\$\(/i;
	const afterBraces = text.split('{{').slice(1);
	return afterBraces.some((part) => variable.test(part.split('}}', 1)[0] ?? ''));
}

/** Returns the texts of a field that is not a collection, as they are stored in the workflow, or as they are sent. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (!isObject(value) || !('value' in value)) return [];
	return textsIn(isObject(value.value) ? Object.values(value.value) : value.value);
}

export const isCollection = ({ type }: INodeProperties): boolean =>
	type === 'collection' || type === 'fixedCollection';

/** Whether a field contains an expression as fixed text. n8n evaluates only texts that begin with an equals sign. */
export const containsExpression = (field: INodeProperties, stored: unknown): boolean =>
	!isCollection(field) && textsIn(stored).some(isUnevaluatedText);

/** Whether a model gave the value of a field, or of an entry of a list. */
export const isFromModel = (stored: unknown): boolean =>
	Array.isArray(stored)
		? stored.some(isFromModel)
		: typeof stored === 'string' && /^=.*\$fromAI\s*\(/is.test(stored);

/**
 * Returns the value that a model gave for a field other than a required text, without words such as `null` or `N/A`.
 * Models use these words for arguments that they must give but do not need. Returns any other value unchanged.
 */
export function withoutPlaceholders(
	field: INodeProperties,
	value: unknown,
	stored: unknown,
): unknown {
	if (!isFromModel(stored)) return value;
	const isText = field.type === 'string' || field.type === 'json';
	if (isCollection(field) || (field.required === true && isText)) return value;
	const isPlaceholder = (text: unknown): boolean => {
		if (typeof text !== 'string') return false;
		if (/^\s*(?:null|none|nil|undefined|n\/a|-)\s*$/i.test(text)) return true;
		// In a text, these words may be meant.
		return !isText && /^\s*(?:default|unknown)\s*$/i.test(text);
	};
	if (Array.isArray(value)) return value.filter((entry) => !isPlaceholder(entry));
	return isPlaceholder(value) ? undefined : value;
}

/** What JavaScript writes for a value that a text cannot contain, and the advice. */
const brokenParts: readonly { text: RegExp; cause: string; remedy: string; isHint?: true }[] = [
	{
		text: /\[object Object\]/,
		cause: 'contains [object Object], because its expression inserts an object into a text',
		remedy: 'Insert a field of the object, or use JSON.stringify(…)',
	},
	{
		text: /Invalid Date(?:Time)?/,
		cause: 'contains an invalid date, because its expression formats a value that is not a date',
		remedy: 'Correct the date in the expression',
	},
	{
		text: /\bNaN\b/,
		cause: 'contains NaN, because its expression calculates with a value that is not a number',
		remedy: 'Correct the calculation in the expression',
		// A text may be about NaN.
		isHint: true,
	},
];

/** Whether each expression is only the value of another field, which is then as someone wrote it. */
const isReference = (stored: unknown): boolean =>
	textsIn(stored)
		.filter((text) => text.startsWith('='))
		.every((text) => isFromModel(text) || /^=\s*\{\{[^{}+`]*\}\}\s*$/.test(text));

/** Returns why the value of an expression is not meant, with advice, and whether it may be meant. */
export function brokenValue(
	value: unknown,
	stored: unknown,
): { message: string; remedy: string; isHint: boolean } | undefined {
	const isNumber = typeof value === 'number' && !Number.isFinite(value);
	const isDate = isObject(value) && typeof value.toJSON === 'function' && value.toJSON() == null;
	const texts = isDate ? ['Invalid Date'] : isNumber ? ['NaN'] : textsIn(value);
	const fixed = textsIn(stored);
	const part = brokenParts.find(
		({ text }) => texts.some((each) => text.test(each)) && !fixed.some((each) => text.test(each)),
	);
	if (part === undefined) return undefined;
	const isMaybeMeant = part.isHint === true || isReference(stored);
	return { message: part.cause, remedy: part.remedy, isHint: isMaybeMeant && !isDate && !isNumber };
}

/** Returns the part of a URL that stands for a missing value. */
export function missingPartOfUrl(value: unknown): string | undefined {
	const path =
		/^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/[^\s?#]*)?(\/(?:undefined|null))(?=[/?#]|$)/i;
	return textsIn(value)
		.map((text) => path.exec(text)?.[1])
		.find((part) => part !== undefined);
}
