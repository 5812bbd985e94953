import { z } from 'zod';
import { anything, openObject, textOrTexts } from '../operation/operation';

const texts = <Name extends string>(...names: Name[]) =>
	openObject(Object.fromEntries(names.map((name) => [name, z.string()])));

/** See "Branding" in the specification. */
const branding = openObject({
	colorScheme: z.enum(['light', 'dark']),
	logo: z.string().nullable(),
	colors: texts(
		'primary',
		'secondary',
		'accent',
		'background',
		'textPrimary',
		'textSecondary',
		'link',
		'success',
		'warning',
		'error',
	).nullable(),
	fonts: z.array(openObject({ family: z.string() })).nullable(),
	typography: openObject({
		fontFamilies: texts('primary', 'heading', 'code'),
		fontSizes: texts('h1', 'h2', 'h3', 'body'),
		fontWeights: openObject({
			light: z.number().int(),
			regular: z.number().int(),
			medium: z.number().int(),
			bold: z.number().int(),
		}),
		lineHeights: texts('heading', 'body'),
	}).nullable(),
	spacing: openObject({
		baseUnit: z.number().int(),
		borderRadius: z.string(),
		padding: openObject({}),
		margins: openObject({}),
	}).nullable(),
	components: openObject({
		buttonPrimary: texts('background', 'textColor', 'borderRadius'),
		buttonSecondary: texts('background', 'textColor', 'borderColor', 'borderRadius'),
		input: openObject({}),
	}).nullable(),
	icons: openObject({}).nullable(),
	images: texts('logo', 'favicon', 'ogImage').nullable(),
	animations: openObject({}).nullable(),
	layout: openObject({}).nullable(),
	personality: openObject({}).nullable(),
});

const price = openObject({
	amount: z.number(),
	currency: z.string(),
	formatted: z.string(),
}).required({
	amount: true,
});

/** See "Product" in the specification. */
const product = openObject({
	title: z.string(),
	brand: z.string(),
	category: z.string(),
	url: z.string(),
	description: z.string(),
	variants: z.array(
		openObject({
			id: z.string(),
			sku: z.string(),
			title: z.string(),
			values: openObject({}),
			price,
			sale: openObject({ originalPrice: price }).required(),
			availability: openObject({ inStock: z.boolean(), text: z.string() }).required({
				inStock: true,
			}),
			images: z.array(openObject({ url: z.string(), alt: z.string() })),
		}).required({ availability: true }),
	),
});

/** The specification does not document this format. The fields were read in the public SDK. */
const menu = openObject({
	isMenu: z.boolean(),
	confidence: z.number(),
	merchant: openObject({ name: z.string(), type: z.string().nullable() }),
	currency: z.string().nullable(),
	sections: z.array(
		openObject({
			id: z.string(),
			name: z.string(),
			items: z.array(openObject({ id: z.string(), name: z.string(), price })),
		}),
	),
	sourceUrl: z.string(),
});

/** The specification does not document this format. The fields were read in public proposals. */
const knowledgeGraph = openObject({
	nodes: z.array(
		openObject({ id: z.string(), label: z.string(), type: z.string(), properties: openObject({}) }),
	),
	edges: z.array(
		openObject({
			source: z.string().describe('ID of a node'),
			target: z.string().describe('ID of a node'),
			relation: z.string(),
			properties: openObject({}),
		}),
	),
});

/** See "Block item" in the specification. */
const layoutPages = z.array(
	openObject({
		pageNumber: z.number().int(),
		width: z.number().nullable(),
		height: z.number().nullable(),
		status: z.string().describe('ok, partial, or failed'),
		items: z.array(
			openObject({
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
			}),
		),
	}),
);

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
	ogImage: textOrTexts.describe('Image of the page for link previews'),
	publishedTime: textOrTexts,
	modifiedTime: textOrTexts,
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

/** A catalog tool. The specification does not document these fields. They were read in the public documentation. */
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
	/** The specification ("Change tracking") documents `diff` as a string. The open-source server returns an object. */
	changeTracking: openObject({
		changeStatus: z.enum(['new', 'same', 'changed', 'removed']),
		previousScrapeAt: z.string().nullable(),
		visibility: z.enum(['visible', 'hidden']),
		diff: z.union([z.string(), openObject({ text: z.string(), json: anything })]).nullable(),
		json: openObject({}).nullable(),
	}).nullable(),
	product: product.nullable(),
	menu: menu.nullable(),
	knowledgeGraph: knowledgeGraph.nullable(),
	links: z.array(z.string()),
	images: z.array(z.string()),
	/** The specification does not list this format, but the open-source server supports it. */
	attributes: z.array(
		openObject({ selector: z.string(), attribute: z.string(), values: z.array(z.string()) }),
	),
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
	pages: z.array(openObject({ pageNumber: z.number().int(), markdown: z.string() })).nullable(),
	blocks: layoutPages.nullable(),
	tools: z.array(tool),
});
