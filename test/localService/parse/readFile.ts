import { extname } from 'node:path';
import { failure } from '../answer';
import type { FetchedPage } from '../scrape/fetchPage';
import type { UploadedFile } from '../requestLog';

const UPLOADS_URL = 'https://parse.service.example/uploads/';

export function toPage(file: UploadedFile, fetchedAt: number): FetchedPage {
	const { bytes, fileName } = file;
	const extension = extname(fileName).toLowerCase();
	if (bytes.length === 0) throw notReadable('fetch');
	if (extension === '.pdf' && bytes.subarray(0, 5).toString('latin1') !== '%PDF-') {
		throw notReadable('pdf');
	}
	return {
		url: UPLOADS_URL + encodeURIComponent(fileName),
		status: 200,
		statusText: 'OK',
		contentType: file.contentType,
		charset: undefined,
		bytes,
		fetchedAt,
		...textOf(file, extension),
	};
}

const notReadable = (engine: string) =>
	failure(
		500,
		`All scraping engines failed to retrieve content from this URL. Engines tried: [${engine}].`,
		{ code: 'SCRAPE_ALL_ENGINES_FAILED' },
	);

function textOf({ bytes, fileName }: UploadedFile, extension: string): Partial<FetchedPage> {
	if (['.html', '.htm', '.xhtml'].includes(extension)) return { contentType: 'text/html' };
	if (extension === '.pdf') return { contentType: 'application/pdf' };
	const markdown =
		extension === '.csv' ? csvTable(bytes.toString('utf8')) : `${fileName}: ${bytes.length} bytes`;
	return { contentType: 'text/markdown', bytes: Buffer.from(markdown) };
}

function csvTable(text: string): string {
	const [head = [], ...rows] = text
		.trim()
		.split(/\r?\n/)
		.map((line) => line.split(','));
	const lines = [head, head.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
