import { z } from 'zod';
import { attributes, branding, changeTracking, product } from './pageFormats';
import { documentPages, layoutPages } from './pdfPages';
import { anything, openObject, textOrTexts } from '../schema/output';

/** See "Metadata" in the specification. */
export const metadata = openObject({
	title: textOrTexts,
	description: textOrTexts,
	url: z.string(),
	sourceURL: z.string(),
	statusCode: z.number().int(),
	contentType: z.string(),
	scrapeId: z.string().describe('ID of the scrape, for Interact'),
	creditsUsed: z.number(),
	error: z.string().nullable(),
	language: textOrTexts.nullable(),
	keywords: textOrTexts,
	ogLocaleAlternate: z.array(z.string()),
	favicon: z.string(),
	numPages: z.number().int().describe('Number of PDF pages that were parsed'),
	totalPages: z.number().int().describe('Number of pages in the PDF'),
	cacheState: z.string().describe('hit or miss'),
	cachedAt: z.string(),
	proxyUsed: z.string(),
	timezone: z.string(),
	concurrencyLimited: z.boolean(),
	concurrencyQueueDurationMs: z.number(),
});

/** See `actions` under "Scrape success response" in the specification. */
const actionResults = openObject({
	screenshots: z.array(z.string()),
	scrapes: z.array(openObject({ url: z.string(), html: z.string() })),
	javascriptReturns: z.array(openObject({ type: z.string(), value: anything })),
	pdfs: z.array(z.string()),
});

/** A catalog tool. The specification does not document these fields. The fields were observed in the live API. */
export const tool = openObject({
	id: z.string(),
	name: z.string(),
	provider: z.string(),
	capability: z.string(),
	description: z.string(),
	creditsCost: z.number(),
	options: z.array(openObject({ name: z.string(), type: z.string(), required: z.boolean() })),
	matchedBy: z.array(z.string()),
	matchedUrls: z.array(z.string()),
	next: openObject({ provider: z.string(), capability: z.string(), options: openObject({}) }),
});

/**
 * A scraped page (specification, "Scrape success response", `data`). Most fields exist only if the request contains the
 * corresponding format or option.
 */
export const page = openObject({
	markdown: z.string(),
	summary: z.string().nullable(),
	json: anything,
	answer: z.string().nullable(),
	highlights: z.string().nullable(),
	changeTracking: changeTracking.nullable(),
	product: product.nullable(),
	menu: openObject({}).nullable(),
	links: z.array(z.string()),
	images: z.array(z.string()),
	attributes,
	branding: branding.nullable(),
	html: z.string().nullable(),
	rawHtml: z.string().nullable(),
	screenshot: z.string().nullable(),
	audio: z.string().nullable(),
	video: z.string().nullable(),
	rawBase64: z.string().nullable(),
	metadata,
	warning: z.string().nullable(),
	actions: actionResults.nullable(),
	pages: documentPages.nullable(),
	blocks: layoutPages.nullable(),
	tools: z.array(tool),
});
