/** Parsed values can use 50 times as much memory as their text. */
const MAX_VALUES = 1_000_000;
/** n8n cannot store an item with more than about 4,100 nested levels. */
const MAX_LEVELS = 4_000;

const codeOf = (sign: string): number => sign.charCodeAt(0);
const QUOTE = codeOf('"');
const BACKSLASH = codeOf('\\');
const OPENING: readonly number[] = [...'[{'].map(codeOf);
const CLOSING: readonly number[] = [...']}'].map(codeOf);
const SEPARATORS: readonly number[] = [...',:'].map(codeOf);

/** Change of the nesting level, and number of values that begin after a byte, by byte. */
const levelChange = new Int8Array(256);
const valueStarts = new Uint8Array(256);
for (const code of OPENING) levelChange[code] = 1;
for (const code of CLOSING) levelChange[code] = -1;
for (const code of [...OPENING, ...SEPARATORS]) valueStarts[code] = 1;

function endOfString(body: Buffer, from: number): number {
	let index = from;
	while (index < body.length && body[index] !== QUOTE) index += body[index] === BACKSLASH ? 2 : 1;
	return index;
}

/** Whether a JSON text has too many values, or too many nested levels. Reads the text without parsing it. */
export function isTooComplex(body: Buffer): boolean {
	let values = 0;
	let level = 0;
	for (let index = 0; index < body.length; index++) {
		const byte = body[index] ?? 0;
		if (byte === QUOTE) {
			index = endOfString(body, index + 1);
			continue;
		}
		values += valueStarts[byte] ?? 0;
		level += levelChange[byte] ?? 0;
		if (values > MAX_VALUES || level > MAX_LEVELS) return true;
	}
	return false;
}
