import { pageStatusError } from '../../../api/errors/pageError';
import { isObject, type JsonObject } from '../../../api/http/response';
import type { Notice } from '../../operation';

/** Maps a format to its page field if the names differ. */
const fieldNames: Readonly<Record<string, string>> = {
	deterministicJson: 'json',
	query: 'answer',
	question: 'answer',
};

const typeOf = (format: unknown): string[] => {
	const type = isObject(format) ? format.type : format;
	return typeof type === 'string' ? [type] : [];
};

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const missingFormats = (page: JsonObject, formats: readonly unknown[]): Notice[] =>
	[...new Set(formats.flatMap(typeOf))]
		.filter((type) => isMissing(page[fieldNames[type] ?? type]))
		.map((type) => ({
			kind: 'missingFormat',
			text: `The response does not contain the requested format '${type}'`,
			advice: 'The server may not support the format, or could not produce it for this page',
			warns: true,
		}));

const emptyMarkdown = (page: JsonObject): Notice[] =>
	page.markdown === '' && pageStatusError(page) === undefined
		? [
				{
					kind: 'emptyMarkdown',
					text: 'The Markdown of the page is empty',
					advice:
						'If the page loads its content with JavaScript, increase {waitFor}. Otherwise, turn off {onlyMainContent}',
					warns: true,
				},
			]
		: [];

export const missingContent = (page: JsonObject, formats: unknown): Notice[] => [
	...missingFormats(page, Array.isArray(formats) ? formats : []),
	...emptyMarkdown(page),
];
