import * as path from 'node:path';
import { Worker } from 'node:worker_threads';
import { failure } from '../answer';

export interface PdfLine {
	text: string;
	size: number;
	x0: number;
	y0: number;
	x1: number;
	y1: number;
}

export interface PdfPage {
	pageNumber: number;
	width: number;
	height: number;
	lines: PdfLine[];
}

export interface PdfText {
	totalPages: number;
	title?: string;
	pages: PdfPage[];
}

type Message = PdfText | { error: string };

export async function readPdf(bytes: Buffer, maxPages = Infinity): Promise<PdfText> {
	const file = path.join(__dirname, 'pdfText.mjs');
	// Discards the warnings of pdfjs.
	const options = { workerData: { bytes, maxPages }, stdout: true, stderr: true };
	const worker = new Worker(file, options);
	const message = await new Promise<Message>((resolve, reject) => {
		worker.once('message', resolve);
		worker.once('error', reject);
	});
	await worker.terminate();
	if ('error' in message) {
		throw failure(500, 'The PDF could not be read.', { code: 'SCRAPE_PDF_PARSE_ERROR' });
	}
	return message;
}
