const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of the top-level fields of a response that have a value. */
export const presentFields = (answer: unknown): string[] =>
	isObject(answer)
		? Object.keys(answer).filter((key) => answer[key] !== null && answer[key] !== undefined)
		: [];

const isText = (value: unknown): boolean =>
	[value].flat().every((part) => typeof part === 'string');

/** The specification allows any other string in the metadata of a page, since it comes from the page's HTML. */
const isFromHtml = (path: string, value: unknown): boolean =>
	path.startsWith('metadata.') && isText(value);

/**
 * Paths of fields that the sample does not have; `[]` stands for the entries of a list. Any content is allowed where
 * the sample has an empty object or list.
 */
export function unknownFields(answer: unknown, sample: unknown, path = ''): string[] {
	if (Array.isArray(answer) && Array.isArray(sample)) {
		if (sample.length === 0) return [];
		const paths = answer.flatMap((entry) => unknownFields(entry, sample[0], `${path}[]`));
		return [...new Set(paths)];
	}
	if (!isObject(answer) || !isObject(sample) || Object.keys(sample).length === 0) return [];
	return Object.entries(answer).flatMap(([key, value]) => {
		const below = path === '' ? key : `${path}.${key}`;
		if (key in sample) return unknownFields(value, sample[key], below);
		return isFromHtml(below, value) ? [] : [below];
	});
}
