import { z } from 'zod';
import { failureOfPage, pageStatusError } from '../../../api/errors/pageError';
import type { JsonObject } from '../../../api/http/response';
import type { OutputPart } from '../../operation';
import { filesIn } from './files';

/** The editor shows names of binary fields up to about this length in full. */
const MAX_PREFIX_LENGTH = 50;

/** Settings of the node for each page. None of them is sent. */
export const pageOutputValues = {
	downloadFiles: z.boolean().default(false),
	fieldPrefix: z.string().max(MAX_PREFIX_LENGTH).default(''),
	failOnPageError: z.boolean().default(false),
};

export type PageOutputValues = z.infer<z.ZodObject<typeof pageOutputValues>>;

/** The values of the request, without the settings of the node. */
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

/** The error status of a page, if it makes the item fail. */
export const failingStatus = (
	page: JsonObject,
	{ failOnPageError }: Pick<PageOutputValues, 'failOnPageError'>,
) => (failOnPageError ? pageStatusError(page) : undefined);

interface PageItem {
	json: JsonObject;
	/** The path of the page in `json`. */
	at: readonly string[];
}

/** The output for a page: its item with the files of the page, or its failure. */
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
