// Reads the content of HTML pages, of texts, and of pages/report.pdf, whose text is prepared.
import { gfm } from '@joplin/turndown-plugin-gfm';
import * as cheerio from 'cheerio';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import TurndownService from 'turndown';
import { canParse } from '../schemas/check';
import type { ScrapeBody } from '../schemas/scrape';
import type { FetchedPage } from './fetchPage';

export interface PageContent {
	markdown: string;
	html: string | null;
	rawHtml: string | null;
	metadata: Record<string, unknown>;
	/** Pages and blocks of a PDF, if the request asks for them. */
	parts?: { pages?: object[]; blocks?: object[] };
	parsedPages?: number;
}

export function readContent(page: FetchedPage, body: ScrapeBody): PageContent {
	const { contentType, bytes } = page;
	if (bytes.toString('latin1', 0, 5) === '%PDF-') return pdfContent(page, body);
	const text = decode(page);
	if (/html|xml/.test(contentType)) {
		const html = cleanHtml(text, page.url, body);
		const markdown = toMarkdown(html, body.removeBase64Images !== false);
		return { markdown, html, rawHtml: text, metadata: metadataIn(text) };
	}
	const isText = /^text\/|json|javascript/.test(contentType);
	return {
		...{ markdown: isText ? text : '', html: null },
		...{ rawHtml: isText ? text : null, metadata: {} },
	};
}

function decode({ bytes, contentType }: FetchedPage): string {
	const named = /charset\s*=\s*["']?([\w-]+)/i;
	const start = bytes.toString('latin1', 0, 1024);
	const charset = named.exec(contentType)?.[1] ?? named.exec(start)?.[1];
	return new TextDecoder(charset ?? 'utf-8').decode(bytes);
}

function cleanHtml(rawHtml: string, url: string, body: ScrapeBody): string {
	const { includeTags = [], excludeTags = [], onlyMainContent = true } = body;
	const $ = cheerio.load(rawHtml);
	$(['head', 'script', 'style', 'noscript', ...excludeTags].join(', ')).remove();
	const isWhole = includeTags.length > 0 || !onlyMainContent;
	if (!isWhole) $('header, nav, footer, aside').remove();
	const kept = isWhole || $('main').length === 0 ? includeTags.join(', ') : 'main';
	if (kept !== '') {
		const outer = $(kept).filter((_, element) => $(element).parents(kept).length === 0);
		$('body').html($.html(outer));
	}
	for (const name of ['href', 'src']) {
		$(`[${name}]`).attr(name, (_, value) =>
			canParse(value, url) ? new URL(value, url).href : value,
		);
	}
	return ($('body').html() ?? '').trim();
}

function toMarkdown(html: string, removesBase64Images: boolean): string {
	const service = new TurndownService({
		headingStyle: 'atx',
		codeBlockStyle: 'fenced',
		bulletListMarker: '-',
	});
	service.use(gfm);
	const markdown = service.turndown(html).trim();
	if (!removesBase64Images) return markdown;
	return markdown.replace(/(!\[[^\]]*\])\(data:image\/[^)]*\)/g, '$1(<Base64-Image-Removed>)');
}

function metadataIn(html: string): Record<string, unknown> {
	const $ = cheerio.load(html);
	const metadata: Record<string, unknown> = {};
	const title = $('title').first().text().trim();
	const language = $('html').attr('lang');
	if (title) metadata.title = title;
	if (language) metadata.language = language;
	for (const element of $('meta[content]')) {
		const { name, property = name, content } = element.attribs;
		if (property === undefined) continue;
		metadata[property] = content;
		// The service returns `og:title` also as `ogTitle`.
		const [prefix, word = ''] = property.split(':');
		if (prefix === 'og') metadata[`og${word.charAt(0).toUpperCase()}${word.slice(1)}`] = content;
	}
	return metadata;
}

export function attributesIn(html: string, selector: string, name: string): string[] {
	const $ = cheerio.load(html);
	return $(selector)
		.map((_, element) => $(element).attr(name))
		.get();
}

/** Returns the HTTP URLs in an attribute, without duplicates. Relative URLs are resolved. */
export function urlsIn(html: string, selector: string, name: string, base?: string): string[] {
	const values = attributesIn(html, selector, name).filter((value) => canParse(value, base));
	const urls = values.map((value) => new URL(value, base).href);
	return [...new Set(urls)].filter((url) => /^https?:/.test(url));
}

const stored = (name: string): Buffer => readFileSync(join(__dirname, 'pages', name));

/** A PDF other than the report has one page that states its size. */
function pdfContent({ bytes }: FetchedPage, body: ScrapeBody): PageContent {
	const [parser] = body.parsers ?? [{ type: 'pdf' }];
	const notHtml = { html: null, rawHtml: null };
	// The specification names no field for the Base64-encoded PDF.
	if (!parser) return { markdown: bytes.toString('base64'), ...notHtml, metadata: {} };
	const isReport = bytes.equals(stored('report.pdf'));
	const text = isReport ? stored('report.md').toString() : `PDF, ${bytes.length} bytes`;
	const all = text
		.split('\n---\n')
		.map((page, index) => ({ pageNumber: index + 1, markdown: page.trim() }));
	const pages = all.slice(0, parser.maxPages);
	const markdown = pages.map((page) => page.markdown).join('\n\n');
	const title = isReport ? { title: 'North Mole Light' } : {};
	return {
		...{ markdown, ...notHtml, parsedPages: pages.length },
		metadata: { ...title, numPages: pages.length, totalPages: all.length },
		parts: {
			...(parser.pages && { pages }),
			...(parser.blocks && { blocks: pages.map((page) => blocksOf(page, markdown)) }),
		},
	};
}

function blocksOf(page: { pageNumber: number; markdown: string }, whole: string): object {
	const items = page.markdown.split('\n\n').map((content, readingOrder) => ({
		...{ id: `p${page.pageNumber}.b${readingOrder}`, label: null, content, readingOrder },
		...{ type: content.startsWith('#') ? 'section_header' : 'text', source: 'native_text' },
		bbox: [0.1176, 0.09, 0.8824, 0.14],
		markdownSpan: [whole.indexOf(content), whole.indexOf(content) + content.length],
		confidence: { layout: null, ocr: null },
	}));
	return { pageNumber: page.pageNumber, width: 612, height: 792, status: 'ok', items };
}
