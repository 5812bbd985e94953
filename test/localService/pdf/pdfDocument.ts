import type { PdfParser } from '../scrape/scrapeRequest';
import type { PdfLine, PdfPage, PdfText } from './readPdf';

export interface Block {
	id: string;
	type: 'title' | 'section_header' | 'text';
	label: string | null;
	bbox: [number, number, number, number] | null;
	content: string;
	markdownSpan: [number, number] | null;
	readingOrder: number;
	source: string | null;
	confidence: { layout: number | null; ocr: number | null };
}

export interface BlockPage {
	pageNumber: number;
	width: number | null;
	height: number | null;
	status: 'ok' | 'partial' | 'failed';
	items: Block[];
}

export interface PdfDocument {
	markdown: string;
	pages: { pageNumber: number; markdown: string }[];
	blocks: BlockPage[];
}

const TITLE_SIZE = 20;
const HEADER_SIZE = 14;

export function toDocument(text: PdfText, parser: PdfParser): PdfDocument {
	const document: PdfDocument = { markdown: '', pages: [], blocks: [] };
	for (const page of text.pages) {
		const contents = paragraphsOf(page.lines).map((lines) => ({
			lines,
			content: joinLines(lines),
		}));
		const markdown = contents.map((paragraph) => paragraph.content).join('\n\n');
		document.markdown += separatorBefore(page.pageNumber, parser);
		const start = document.markdown.length;
		document.markdown += markdown;
		document.pages.push({ pageNumber: page.pageNumber, markdown });
		document.blocks.push(blockPage(page, contents, start));
	}
	return document;
}

function separatorBefore(pageNumber: number, parser: PdfParser): string {
	if (pageNumber === 1) return '';
	return parser.pageMarkers ? `\n\n---\n\n<!-- page ${pageNumber} -->\n\n` : '\n\n';
}

function paragraphsOf(lines: readonly PdfLine[]): PdfLine[][] {
	const paragraphs: PdfLine[][] = [];
	for (const line of lines) {
		const last = paragraphs.at(-1);
		const before = last?.at(-1);
		const close = before && before.size === line.size && line.y0 - before.y1 < line.size;
		if (last && close) last.push(line);
		else paragraphs.push([line]);
	}
	return paragraphs;
}

function typeOf(line: PdfLine | undefined): Block['type'] {
	const size = line?.size ?? 0;
	if (size >= TITLE_SIZE) return 'title';
	return size >= HEADER_SIZE ? 'section_header' : 'text';
}

function joinLines(lines: readonly PdfLine[]): string {
	const prefix = { title: '# ', section_header: '## ', text: '' }[typeOf(lines[0])];
	return prefix + lines.map((line) => line.text).join(' ');
}

interface Paragraph {
	lines: PdfLine[];
	content: string;
}

function blockPage(page: PdfPage, paragraphs: readonly Paragraph[], pageStart: number): BlockPage {
	let start = pageStart;
	const items = paragraphs.map((paragraph, index): Block => {
		const end = start + paragraph.content.length;
		const block: Block = {
			id: `p${page.pageNumber}.b${index}`,
			type: typeOf(paragraph.lines[0]),
			label: null,
			bbox: boxOf(paragraph.lines, page),
			content: paragraph.content,
			markdownSpan: [start, end],
			readingOrder: index,
			source: 'native_text',
			confidence: { layout: null, ocr: null },
		};
		start = end + '\n\n'.length;
		return block;
	});
	const { pageNumber, width, height } = page;
	return { pageNumber, width, height, status: 'ok', items };
}

function boxOf(lines: readonly PdfLine[], page: PdfPage): [number, number, number, number] {
	const share = (value: number, whole: number): number => Number((value / whole).toFixed(4));
	return [
		share(Math.min(...lines.map((line) => line.x0)), page.width),
		share(Math.min(...lines.map((line) => line.y0)), page.height),
		share(Math.max(...lines.map((line) => line.x1)), page.width),
		share(Math.max(...lines.map((line) => line.y1)), page.height),
	];
}
