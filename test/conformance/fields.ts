type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** Returns the paths of all fields with a value. */
export const presentFields = (answer: unknown, path = ''): string[] =>
	isObject(answer)
		? Object.entries(answer)
				.filter(([, value]) => value !== null && value !== undefined)
				.flatMap(([key, value]) => [below(path, key), ...presentFields(value, below(path, key))])
		: [];

const isText = (value: unknown): boolean =>
	[value].flat().every((part) => typeof part === 'string');

/** The specification allows any text in page metadata, because the metadata comes from HTML. */
const isFromHtml = (path: string, value: unknown): boolean =>
	/(^|\.)metadata\.\w/.test(path) && isText(value);

/** Returns the paths of fields that no sample contains. In a sample, the field `*` stands for any fields. */
export function unknownFields(answer: unknown, samples: readonly unknown[], path = ''): string[] {
	if (Array.isArray(answer)) {
		const entries = samples.filter(Array.isArray).flat();
		return [...new Set(answer.flatMap((each) => unknownFields(each, entries, `${path}[]`)))];
	}
	const known = samples.filter(isObject);
	if (!isObject(answer) || known.length === 0 || known.some((sample) => '*' in sample)) return [];
	return Object.entries(answer).flatMap(([key, value]) => {
		const having = known.filter((sample) => key in sample);
		if (having.length === 0) return isFromHtml(below(path, key), value) ? [] : [below(path, key)];
		return unknownFields(
			value,
			having.map((sample) => sample[key]),
			below(path, key),
		);
	});
}
