import { z } from 'zod';
import { failureOfPage, pageStatusError } from '../../../api/errors/pageError';
import type { JsonObject } from '../../../api/http/response';
import type { OutputPart } from '../../operation';
import { filesIn } from './files';

/** Approximate length above which the editor truncates binary field names. */
const MAX_PREFIX_LENGTH = 50;

/** The node's own settings for pages. Requests do not contain these settings. */
export const pageOutputValues = {
	downloadFiles: z.boolean().default(false),
	fieldPrefix: z.string().max(MAX_PREFIX_LENGTH).default(''),
	failOnPageError: z.boolean().default(false),
};

export type PageOutputValues = z.infer<z.ZodObject<typeof pageOutputValues>>;

export function withoutPageOutput<Values extends PageOutputValues>(
	values: Values,
): Omit<Values, keyof PageOutputValues> {
	const {
		downloadFiles: _files,
		fieldPrefix: _prefix,
		failOnPageError: _fail,
		...request
	} = values;
	return request;
}

/** Returns the page's error status if the status makes the item fail. */
export const failingStatus = (
	page: JsonObject,
	{ failOnPageError }: Pick<PageOutputValues, 'failOnPageError'>,
) => (failOnPageError ? pageStatusError(page) : undefined);

interface PageItem {
	json: JsonObject;
	/** Path of the page object in the item's `json`. */
	at: readonly string[];
}

/** Returns the output for a page: an item with the page's files, or a failure. */
export function pagePart(page: JsonObject, values: PageOutputValues, item: PageItem): OutputPart {
	const status = failingStatus(page, values);
	if (status !== undefined) return { failure: failureOfPage(status, page) };
	const { json, at } = item;
	if (!values.downloadFiles) return { json };
	const files = filesIn(page, values.fieldPrefix).map((file) => ({
		...file,
		at: [...at, ...(file.at ?? [])],
	}));
	return { json, files };
}
