const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const presentFields = (answer: unknown): string[] =>
	isObject(answer)
		? Object.keys(answer).filter((key) => answer[key] !== null && answer[key] !== undefined)
		: [];

const isText = (value: unknown): boolean =>
	[value].flat().every((part) => typeof part === 'string');

/** The specification allows any text in page metadata, because the metadata comes from HTML. */
const isFromHtml = (path: string, value: unknown): boolean =>
	path.startsWith('metadata.') && isText(value);

/** Returns the paths of response fields that the sample does not contain. */
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
