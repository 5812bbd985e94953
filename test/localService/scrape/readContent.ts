import { toDocument, type PdfDocument } from '../pdf/pdfDocument';
import { readPdf } from '../pdf/readPdf';
import { cleanHtml } from './cleanHtml';
import { decodeText } from './decodeText';
import type { FetchedPage } from './fetchPage';
import { toMarkdown, withoutBase64Images } from './markdown';
import { metadataIn, type Metadata } from './metadata';
import { redact } from './redaction';
import { pdfParserOf, type PdfParser, type ScrapeBody } from './scrapeRequest';

export interface PageContent {
	markdown: string;
	html: string | null;
	rawHtml: string | null;
	metadata: Metadata;
	pages?: PdfDocument['pages'];
	blocks?: PdfDocument['blocks'];
	parsedPages?: number;
}

export async function readContent(page: FetchedPage, body: ScrapeBody): Promise<PageContent> {
	if (isPdf(page)) return await pdfContent(page, body);
	if (/html|xml/.test(page.contentType)) return htmlContent(page, body);
	return textContent(page, body);
}

function isPdf(page: FetchedPage): boolean {
	return (
		page.contentType === 'application/pdf' ||
		page.bytes.subarray(0, 5).toString('latin1') === '%PDF-'
	);
}

function htmlContent(page: FetchedPage, body: ScrapeBody): PageContent {
	const rawHtml = decodeText(page);
	const html = cleanHtml(rawHtml, page.url, body);
	const full = toMarkdown(html);
	const markdown = body.removeBase64Images === false ? full : withoutBase64Images(full);
	return {
		markdown: redact(markdown, body.redactPII),
		html,
		rawHtml,
		metadata: metadataIn(rawHtml, page.url),
	};
}

function textContent(page: FetchedPage, body: ScrapeBody): PageContent {
	const isText = /^text\/|json|javascript/.test(page.contentType);
	const text = isText ? decodeText(page) : '';
	const markdown = page.contentType.includes('json') ? `\`\`\`json\n${text.trim()}\n\`\`\`` : text;
	return {
		markdown: redact(markdown, body.redactPII),
		html: null,
		rawHtml: isText ? text : null,
		metadata: {},
	};
}

async function pdfContent(page: FetchedPage, body: ScrapeBody): Promise<PageContent> {
	const parser = pdfParserOf(body);
	const notHtml = { html: null, rawHtml: null };
	// The specification names no field for the Base64-encoded PDF.
	if (!parser) return { markdown: page.bytes.toString('base64'), ...notHtml, metadata: {} };
	const text = await readPdf(page.bytes, parser.maxPages);
	const document = redacted(toDocument(text, parser), body);
	const numPages = text.pages.length;
	return {
		markdown: document.markdown,
		...notHtml,
		metadata: {
			...(text.title && { title: text.title }),
			numPages,
			totalPages: text.totalPages,
		},
		...askedParts(document, parser),
		parsedPages: numPages,
	};
}

function askedParts(document: PdfDocument, parser: PdfParser): Partial<PageContent> {
	return {
		...(parser.pages && { pages: document.pages }),
		...(parser.blocks && { blocks: document.blocks }),
	};
}

// Redaction makes the positions in `markdownSpan` invalid.
function redacted(document: PdfDocument, body: ScrapeBody): PdfDocument {
	const clean = (text: string): string => redact(text, body.redactPII);
	const markdown = clean(document.markdown);
	if (markdown === document.markdown) return document;
	return {
		markdown,
		pages: document.pages.map((page) => ({ ...page, markdown: clean(page.markdown) })),
		blocks: document.blocks.map((page) => ({
			...page,
			items: page.items.map((block) => ({
				...block,
				content: clean(block.content),
				markdownSpan: null,
			})),
		})),
	};
}
