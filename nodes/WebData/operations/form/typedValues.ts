import { isObject } from '../../api/http/response';
import { isEmpty, mapperValue, readBoolean, readNumber, readText } from './coerce';
import { parseJsonText } from './jsonText';
import { childPlace, type FormWalk, type Place } from './place';

export function readJson(value: unknown, place: Place, walk: FormWalk): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	const parsed = parseJsonText(value);
	if ('value' in parsed) return parsed.value;
	const position = `line ${parsed.line}, column ${parsed.column}`;
	walk.issues.push({ label: place.label, message: `is not valid JSON at ${position}` });
	return undefined;
}

/** JSON cannot contain NaN or Infinity: the service would receive null. */
export function readFinite(value: unknown, { label }: Place, walk: FormWalk): unknown {
	const number = readNumber(value);
	if (typeof number !== 'number' || Number.isFinite(number)) return number;
	walk.issues.push({ label, message: `must be a finite number (it is ${number})` });
	return undefined;
}

function readMappedField(type: unknown, value: unknown, place: Place, walk: FormWalk): unknown {
	if (type === 'number') return readFinite(value, place, walk);
	if (type === 'boolean') return readBoolean(value);
	if (type === 'string') return readText(value);
	return type === 'array' || type === 'object' ? readJson(value, place, walk) : value;
}

export function readMapped(value: unknown, place: Place, walk: FormWalk): unknown {
	const { mapped, typeOf } = mapperValue(value);
	if (!isObject(mapped)) return readJson(mapped, place, walk);
	const entries = Object.entries(mapped).map(([name, entry]) => {
		const child = childPlace(place, name, name);
		walk.labels.set(child.path, child.label);
		if (isEmpty(entry)) return [name, undefined] as const;
		return [name, readMappedField(typeOf(name), entry, child, walk)] as const;
	});
	return Object.fromEntries(entries.filter(([, entry]) => !isEmpty(entry)));
}
