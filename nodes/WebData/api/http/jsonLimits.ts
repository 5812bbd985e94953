/**
 * JSON texts above this size are checked for too many values. Parsed values can use 50 times as much memory as their
 * text.
 */
const MAX_UNCOUNTED_BYTES = 1024 * 1024;
const MAX_VALUES = 1_000_000;
/** n8n cannot store an item with more than about 4,100 nested levels. */
const MAX_LEVELS = 4_000;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
/** In JSON, one of these characters precedes each value. */
const VALUE_STARTS: ReadonlySet<number> = new Set([...',:[{'].map((sign) => sign.charCodeAt(0)));

function endOfString(body: Buffer, from: number): number {
	let index = from;
	while (index < body.length && body[index] !== QUOTE) index += body[index] === BACKSLASH ? 2 : 1;
	return index;
}

export function hasTooManyValues(body: Buffer): boolean {
	if (body.length <= MAX_UNCOUNTED_BYTES) return false;
	let values = 0;
	for (let index = 0; index < body.length; index++) {
		const byte = body[index] ?? 0;
		if (byte === QUOTE) index = endOfString(body, index + 1);
		else if (VALUE_STARTS.has(byte) && ++values > MAX_VALUES) return true;
	}
	return false;
}

export function isNestedTooDeeply(json: object): boolean {
	let level: object[] = [json];
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > MAX_LEVELS) return true;
		const below: object[] = [];
		for (const container of level) {
			for (const value of Object.values(container) as unknown[]) {
				if (typeof value === 'object' && value !== null) below.push(value);
			}
		}
		level = below;
	}
	return false;
}
