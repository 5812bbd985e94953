import { z } from 'zod';
import { openObject } from '../schema/output';

/** See `pages` under "Scrape success response" in the specification. */
export const documentPages = z.array(
	openObject({ pageNumber: z.number().int(), markdown: z.string() }),
);

const block = openObject({
	id: z.string(),
	type: z
		.string()
		.describe(
			'title, section_header, text, table, formula, figure, caption, page_number, page_header, page_footer; others may follow',
		),
	content: z.string().describe('Markdown'),
	label: z.string().nullable(),
	bbox: z
		.array(z.number())
		.length(4)
		.nullable()
		.describe('x0, y0, x1, y1 as fractions of the page'),
	markdownSpan: z
		.array(z.number().int())
		.length(2)
		.nullable()
		.describe('Start and end offsets in the Markdown'),
	readingOrder: z.number().int(),
	source: z.string().nullable(),
	confidence: openObject({ layout: z.number().nullable(), ocr: z.number().nullable() }),
});

/** See "Block item" in the specification. */
export const layoutPages = z.array(
	openObject({
		pageNumber: z.number().int(),
		width: z.number().nullable(),
		height: z.number().nullable(),
		status: z.string().describe('ok, partial, or failed'),
		items: z.array(block),
	}),
);
