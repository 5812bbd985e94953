// The text of pages/report.pdf is prepared. Other PDF files have one page that states their size.
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { PdfParser } from './scrapeRequest';

const stored = (name: string): Buffer => readFileSync(path.join(__dirname, '../pages', name));

export type PdfDocument = ReturnType<typeof readPdf>;

export function readPdf(
	bytes: Buffer,
	{ maxPages, pageMarkers }: PdfParser,
	redact: (text: string) => string,
) {
	const isReport = bytes.equals(stored('report.pdf'));
	const text = isReport ? stored('report.md').toString() : `PDF, ${bytes.length} bytes`;
	const all = text.split('\n---\n').map((page, index) => {
		return { pageNumber: index + 1, markdown: redact(page.trim()) };
	});
	const pages = all.slice(0, maxPages);
	const markers = pages.map(({ pageNumber }) => `---\n\n<!-- page ${pageNumber} -->\n\n`);
	const markdown = pages
		.map((page, index) => (pageMarkers && index > 0 ? markers[index] : '') + page.markdown)
		.join('\n\n');
	const blocks = pages.map(({ pageNumber, markdown: ofPage }) => {
		const items = ofPage
			.split('\n\n')
			.map((content, index) => blockOf(content, `p${pageNumber}.b${index}`, markdown));
		return { pageNumber, width: 612, height: 792, status: 'ok', items };
	});
	const title = isReport ? 'North Mole Light' : undefined;
	return { title, totalPages: all.length, markdown, pages, blocks };
}

function blockOf(content: string, id: string, markdown: string): object {
	const start = markdown.indexOf(content);
	const isTitle = content.startsWith('# ');
	return {
		id,
		type: isTitle ? 'title' : content.startsWith('## ') ? 'section_header' : 'text',
		label: null,
		bbox: [0.1176, 0.09, 0.8824, 0.14],
		content,
		markdownSpan: [start, start + content.length],
		readingOrder: Number(id.split('b')[1]),
		source: 'native_text',
		confidence: { layout: null, ocr: null },
	};
}
