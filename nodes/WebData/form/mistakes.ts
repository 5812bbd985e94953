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

/** Returns the texts of a field that is not a collection, as stored in the workflow. */
function storedTexts(stored: unknown): string[] {
	if (typeof stored === 'string') return [stored];
	if (Array.isArray(stored)) return stored.flatMap(storedTexts);
	if (!isObject(stored) || !('value' in stored)) return [];
	const { value } = stored;
	return isObject(value) ? Object.values(value).flatMap(storedTexts) : storedTexts(value);
}

const isCollection = ({ type }: INodeProperties): boolean =>
	type === 'collection' || type === 'fixedCollection';

/** Whether a field contains an expression as fixed text. n8n evaluates only texts that begin with an equals sign. */
export const containsExpression = (field: INodeProperties, stored: unknown): boolean =>
	!isCollection(field) && storedTexts(stored).some(isUnevaluatedText);

/**
 * Returns the value that a model gave for an optional field, without words such as `null` or `N/A`. Models use these words
 * for arguments that they must give but do not need. Returns any other value unchanged.
 */
export function withoutPlaceholders(
	field: INodeProperties,
	value: unknown,
	stored: unknown,
): unknown {
	if (typeof stored !== 'string' || !/^=.*\$fromAI\s*\(/is.test(stored)) return value;
	if (field.required === true || isCollection(field)) return value;
	const isText = field.type === 'string' || field.type === 'json';
	const isPlaceholder = (text: unknown): boolean => {
		if (typeof text !== 'string') return false;
		if (/^\s*(?:null|none|nil|undefined|n\/a|-)\s*$/i.test(text)) return true;
		// In a text, these words may be meant.
		return !isText && /^\s*(?:default|unknown)\s*$/i.test(text);
	};
	if (Array.isArray(value)) return value.filter((entry) => !isPlaceholder(entry));
	return isPlaceholder(value) ? undefined : value;
}
