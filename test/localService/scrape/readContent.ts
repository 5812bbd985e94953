import type { FetchedPage } from './fetchPage';
import { cleanHtml, metadataIn, toMarkdown } from './html';
import { readPdf, type PdfDocument } from './pdf';
import type { ScrapeBody } from './scrapeRequest';

export interface PageContent {
	markdown: string;
	html: string | null;
	rawHtml: string | null;
	metadata: Record<string, unknown>;
	pages?: PdfDocument['pages'];
	blocks?: PdfDocument['blocks'];
	parsedPages?: number;
}

export function readContent(page: FetchedPage, body: ScrapeBody): PageContent {
	const redact = body.redactPII ? redacted : (text: string): string => text;
	if (isPdf(page)) return pdfContent(page, body, redact);
	const text = decode(page);
	if (!/html|xml/.test(page.contentType)) {
		const isText = /^text\/|json|javascript/.test(page.contentType);
		return {
			markdown: isText ? redact(text) : '',
			html: null,
			rawHtml: isText ? text : null,
			metadata: {},
		};
	}
	const html = cleanHtml(text, page.url, body);
	const markdown = toMarkdown(html, body.removeBase64Images !== false);
	return { markdown: redact(markdown), html, rawHtml: text, metadata: metadataIn(text) };
}

const isPdf = ({ contentType, bytes }: FetchedPage): boolean =>
	/^application\/pdf/.test(contentType) || bytes.toString('latin1', 0, 5) === '%PDF-';

function pdfContent(
	page: FetchedPage,
	{ parsers = [{ type: 'pdf' }] }: ScrapeBody,
	redact: (text: string) => string,
): PageContent {
	const [parser] = parsers;
	const notHtml = { html: null, rawHtml: null };
	// The specification names no field for the Base64-encoded PDF.
	if (!parser) return { markdown: page.bytes.toString('base64'), ...notHtml, metadata: {} };
	const { title, totalPages, markdown, pages, blocks } = readPdf(page.bytes, parser, redact);
	return {
		markdown,
		...notHtml,
		metadata: { ...(title && { title }), numPages: pages.length, totalPages },
		...(parser.pages && { pages }),
		...(parser.blocks && { blocks }),
		parsedPages: pages.length,
	};
}

function decode({ bytes, contentType }: FetchedPage): string {
	const named = /charset\s*=\s*["']?([\w-]+)/i;
	const start = bytes.toString('latin1', 0, 1024);
	const charset = named.exec(contentType)?.[1] ?? named.exec(start)?.[1];
	try {
		return new TextDecoder(charset ?? 'utf-8').decode(bytes);
	} catch {
		return bytes.toString('utf8');
	}
}

function redacted(text: string): string {
	return text
		.replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<EMAIL>')
		.replace(/\+\d[\d ()-]{6,}\d/g, '<PHONE>');
}
