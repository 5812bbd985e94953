export interface PdfTextLine {
	text: string;
	/** Font size in points. */
	size: number;
}

const MARGIN = 72;

export function makePdf(title: string, pages: readonly PdfTextLine[][]): Buffer {
	const pageIds = pages.map((_, index) => 5 + index * 2);
	const kids = pageIds.map((id) => `${id} 0 R`).join(' ');
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
		`<< /Title (${escapeText(title)}) >>`,
		...pages.flatMap((lines, index) => pageObjects(lines, 6 + index * 2)),
	];
	return assemble(objects);
}

function pageObjects(lines: readonly PdfTextLine[], contentId: number): string[] {
	const stream = contentOf(lines);
	const resources = '/Resources << /Font << /F1 3 0 R >> >>';
	return [
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${contentId} 0 R >>`,
		`<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
	];
}

function contentOf(lines: readonly PdfTextLine[]): string {
	let y = 792 - MARGIN;
	const commands = lines.map(({ text, size }) => {
		y -= size * 1.3;
		return `BT /F1 ${size} Tf ${MARGIN} ${y.toFixed(2)} Td (${escapeText(text)}) Tj ET`;
	});
	return commands.join('\n');
}

function escapeText(text: string): string {
	return text.replace(/[\\()]/g, '\\$&');
}

function assemble(objects: readonly string[]): Buffer {
	let file = '%PDF-1.4\n';
	const offsets = objects.map((object, index) => {
		const offset = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
	const size = objects.length + 1;
	const start = file.length;
	file += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
	file += `trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	return Buffer.from(file, 'latin1');
}
