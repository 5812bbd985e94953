import type { OutputFile } from '../../nodes/WebData/operation/operation';
import { filesIn } from '../../nodes/WebData/page/files';
import { simplifyPage } from '../../nodes/WebData/page/output';

const link = 'https://files.example.com/a';

const png = 'iVBORw0KGgoAAAANSUhEUg==';
const pdf = Buffer.from('%PDF-1.7').toString('base64');

const briefly = (file: OutputFile): string => {
	const [from, to] = [file.at?.join('.'), file.field];
	if (!('url' in file))
		return `${to} <- ${from}: ${file.content.length} ${file.fileName} ${file.mimeType}`;
	return `${to} <- ${from}: ${file.url} ${file.fallback.name} ${file.fallback.mimeType}`;
};

const contentType = 'application/pdf';
const url = 'https://example.com/files/report.pdf';
const inActions = { screenshots: [null, link], pdfs: [link], scrapes: [{ url: link }] };

it.each<[string, Record<string, unknown>, string[]]>([
	[
		'a screenshot',
		{ screenshot: link },
		[`screenshot <- screenshot: ${link} screenshot image/png`],
	],
	['video', { video: link }, [`video <- video: ${link} video video/mp4`]],
	[
		'files of actions, counted from 1',
		{ actions: inActions },
		[
			`actionScreenshot2 <- actions.screenshots.1: ${link} screenshot image/png`,
			`actionPdf1 <- actions.pdfs.0: ${link} page application/pdf`,
		],
	],
	[
		'Base64 without a type, not named after the page',
		{ actions: { screenshots: [png] }, metadata: { url } },
		['actionScreenshot1 <- actions.screenshots.0: 16 screenshot.png image/png'],
	],
	[
		'the original response, named after its URL',
		{ rawBase64: pdf, metadata: { contentType, url, sourceURL: 'https://example.com/latest' } },
		['raw <- rawBase64: 8 report.pdf application/pdf'],
	],
	[
		'an unparsed PDF with the extension .pdf',
		{ markdown: pdf, metadata: { url: 'https://example.com/report.aspx' } },
		['pdf <- markdown: 8 report.aspx.pdf application/pdf'],
	],
	[
		'an unparsed PDF as a data URI with line breaks',
		{ markdown: `data:application/pdf;base64,${pdf.slice(0, 8)}\n${pdf.slice(8)}\n` },
		['pdf <- markdown: 8 document.pdf application/pdf'],
	],
	[
		'an unparsed PDF as text',
		{ rawHtml: '%PDF-1.7\n\u00e2\u00e3', metadata: { url } },
		['pdf <- rawHtml: 11 report.pdf application/pdf'],
	],
	['no file for a page that only begins like a PDF', { markdown: `${pdf}. Read on, please!` }, []],
	['no file for a page that only contains a data URI', { markdown: `Bytes:\n\n${pdf}` }, []],
	['no file without content', { screenshot: null, audio: '', video: 5, rawBase64: null }, []],
])('a page has %s', (_what, data, files) => {
	expect(filesIn(data, '').map(briefly)).toEqual(files);
});

const id = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

test('keeps the same fields of the metadata for every page, the most useful first', () => {
	const names = [
		...['title', 'description', 'url', 'sourceURL', 'language', 'publishedTime', 'modifiedTime'],
		...['ogImage', 'statusCode', 'error', 'scrapeId', 'creditsUsed', 'numPages', 'totalPages'],
		'cachedAt',
	];
	const others = ['og:image', 'keywords', 'contentType', 'cacheState'];
	const metadata = Object.fromEntries([...others, ...names.toReversed()].map((name) => [name, 1]));
	const { metadata: kept } = simplifyPage({ markdown: '# A', metadata });
	expect(Object.keys(kept as object)).toEqual(names);
});

test('uses the ID of the response for a page without an ID', () => {
	const idOf = (metadata: object) => simplifyPage({ metadata }, id).metadata;
	expect(idOf({ title: 'A' })).toEqual({ title: 'A', scrapeId: id });
	expect(idOf({ scrapeId: 'own' })).toEqual({ scrapeId: 'own' });
});
