import { z } from 'zod';
import { failureOfPage, pageStatusError } from '../errors/page';
import { flag, text, type ValuesOf } from '../form/form';
import { isObject, type JsonObject } from '../json/json';
import type { OutputPart } from '../operation/operation';
import { filesIn } from './files';
import { metadata, page } from './response';

/** Approximate length above which the editor truncates binary field names. */
const MAX_PREFIX_LENGTH = 50;

export const downloads = {
	downloadFiles: flag(
		'Download Files',
		'Whether to add screenshots, media, PDFs, and raw content as binary data',
		{
			role: 'own',
			// A tool does not offer downloads, because a language model cannot read binary files.
			displayOptions: { hide: { '@tool': [true] } },
			details:
				'Adds screenshots, audio, video, unparsed PDFs, and raw content to the item, before their links expire.',
		},
	),
	fieldPrefix: text('Output Field Prefix', 'Prefix of the binary field names', {
		role: 'own',
		schema: z.string().max(MAX_PREFIX_LENGTH),
		placeholder: 'e.g. page_',
		details:
			'Up to 50 characters. The fields are named screenshot, audio, video, raw, pdf, actionScreenshot1, actionPdf1, and so on.',
		displayOptions: { show: { downloadFiles: [true] } },
	}),
};

export const failOnPageError = flag(
	'Page: Fail on Error Status',
	'Whether to fail on status 400 or higher. The page costs the same.',
	{ role: 'own', details: 'The error details contain the page content.' },
);

/** The node's own settings for pages. */
export type PageOutputValues = ValuesOf<
	typeof downloads & { failOnPageError: typeof failOnPageError }
>;

/** Returns the page's error status if the status makes the item fail. */
export const failingStatus = (
	page: JsonObject,
	{ failOnPageError }: Pick<PageOutputValues, 'failOnPageError'>,
) => (failOnPageError ? pageStatusError(page) : undefined);

/** Returns the output for a page: an item with the page's files, or a failure. `at` is the path of the page in `json`. */
export function pagePart(
	page: JsonObject,
	values: PageOutputValues,
	{ json, at }: { json: JsonObject; at: readonly string[] },
): OutputPart {
	const status = failingStatus(page, values);
	if (status !== undefined) return { failure: failureOfPage(status, page) };
	if (!values.downloadFiles) return { json };
	const files = filesIn(page, values.fieldPrefix).map((file) => ({
		...file,
		at: [...at, ...(file.at ?? [])],
	}));
	return { json, files };
}

const simplifiedMetadata = metadata.pick({
	title: true,
	description: true,
	url: true,
	sourceURL: true,
	language: true,
	publishedTime: true,
	modifiedTime: true,
	ogImage: true,
	statusCode: true,
	contentType: true,
	error: true,
	scrapeId: true,
	creditsUsed: true,
	numPages: true,
	totalPages: true,
	cachedAt: true,
});

const simplifiedNames = Object.keys(simplifiedMetadata.shape);

export const simplifiedPage = page.extend({ metadata: simplifiedMetadata.optional() });

/** Returns the page with only its most useful metadata. */
export function simplifyPage(fullPage: JsonObject, scrapeId?: unknown): JsonObject {
	const all = isObject(fullPage.metadata) ? fullPage.metadata : {};
	const known: JsonObject = { ...all, scrapeId: all.scrapeId ?? scrapeId };
	// For raw content, only the type says what the content is.
	const isRaw = fullPage.rawBase64 !== undefined;
	const names = simplifiedNames.filter(
		(name) => known[name] != null && (name !== 'contentType' || isRaw),
	);
	if (names.length === 0) return fullPage;
	return { ...fullPage, metadata: Object.fromEntries(names.map((name) => [name, known[name]])) };
}
