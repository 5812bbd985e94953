// The CommonJS tests cannot load pdfjs, which is an ES module. A worker therefore loads pdfjs and
// reads the PDF.
import { parentPort, workerData } from 'node:worker_threads';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

function linesOf(content, height) {
	const lines = new Map();
	for (const { str, transform, width, height: size } of content.items) {
		if (!str?.trim()) continue;
		const [, , , , x, y] = transform;
		const line = lines.get(y) ?? { text: '', size, x0: x, y0: height - y - size, y1: height - y };
		line.text = line.text ? `${line.text} ${str.trim()}` : str.trim();
		line.x1 = x + width;
		lines.set(y, line);
	}
	return [...lines.values()];
}

async function readPage(document, pageNumber) {
	const page = await document.getPage(pageNumber);
	const { width, height } = page.getViewport({ scale: 1 });
	return { pageNumber, width, height, lines: linesOf(await page.getTextContent(), height) };
}

async function read({ bytes, maxPages }) {
	const data = new Uint8Array(bytes);
	const document = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise;
	const { info } = await document.getMetadata();
	const count = Math.min(document.numPages, maxPages);
	const pages = [];
	for (let number = 1; number <= count; number += 1) pages.push(await readPage(document, number));
	return { totalPages: document.numPages, title: info?.Title, pages };
}

try {
	parentPort.postMessage(await read(workerData));
} catch (error) {
	parentPort.postMessage({ error: String(error) });
}
