// Reads uncompressed text, as in pages/report.pdf. Other PDF files have one page that states their size.
import type { PdfParser } from './scrapeRequest';

type BlockType = 'title' | 'section_header' | 'text';

interface Paragraph {
	type: BlockType;
	content: string;
}

export interface PdfDocument {
	title: string | undefined;
	totalPages: number;
	markdown: string;
	pages: { pageNumber: number; markdown: string }[];
	blocks: object[];
}

export function readPdf(
	bytes: Buffer,
	{ maxPages, pageMarkers }: PdfParser,
	redact: (text: string) => string,
): PdfDocument {
	const file = bytes.toString('latin1');
	const streams = [...file.matchAll(/(?<=\nstream\n)BT [\s\S]*?(?=\nendstream)/g)];
	const texts = streams.map(([stream]) => paragraphsIn(stream, redact));
	if (texts.length === 0) texts.push([{ type: 'text', content: `PDF, ${bytes.length} bytes` }]);
	const title = /\/Title \((.*)\)/.exec(file)?.[1];
	const totalPages = texts.length;
	const document: PdfDocument = { title, totalPages, markdown: '', pages: [], blocks: [] };
	for (const [index, paragraphs] of texts.slice(0, maxPages).entries()) {
		const pageNumber = index + 1;
		const marker = pageMarkers ? `\n\n---\n\n<!-- page ${pageNumber} -->\n\n` : '\n\n';
		if (index > 0) document.markdown += marker;
		document.blocks.push(blocksOf(paragraphs, pageNumber, document.markdown.length));
		const markdown = paragraphs.map(({ content }) => content).join('\n\n');
		document.markdown += markdown;
		document.pages.push({ pageNumber, markdown });
	}
	return document;
}

// A line with only a space separates two paragraphs.
function paragraphsIn(stream: string, redact: (text: string) => string): Paragraph[] {
	const lines = [...stream.matchAll(/\/F1 (\d+) Tf .* Td \((.*)\) Tj/g)];
	const paragraphs: Paragraph[] = [];
	let continues = false;
	for (const [, size = '', text = ''] of lines) {
		const type = typeOf(Number(size));
		const last = paragraphs.at(-1);
		if (continues && last?.type === type) last.content = redact(`${last.content} ${text}`);
		else if (text !== ' ') paragraphs.push({ type, content: redact(prefixes[type] + text) });
		continues = text !== ' ';
	}
	return paragraphs;
}

const prefixes: Record<BlockType, string> = { title: '# ', section_header: '## ', text: '' };

function typeOf(size: number): BlockType {
	if (size >= 20) return 'title';
	return size >= 14 ? 'section_header' : 'text';
}

function blocksOf(paragraphs: readonly Paragraph[], pageNumber: number, pageStart: number): object {
	let end = pageStart - '\n\n'.length;
	const items = paragraphs.map(({ type, content }, index) => {
		const start = end + '\n\n'.length;
		end = start + content.length;
		const top = 0.09 + index * 0.06;
		return {
			id: `p${pageNumber}.b${index}`,
			type,
			label: null,
			bbox: [0.1176, top, 0.8824, top + 0.05],
			content,
			markdownSpan: [start, end],
			readingOrder: index,
			source: 'native_text',
			confidence: { layout: null, ocr: null },
		};
	});
	return { pageNumber, width: 612, height: 792, status: 'ok', items };
}
