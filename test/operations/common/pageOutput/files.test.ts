import { findOperation } from '../../../../nodes/WebData/operations';
import type { OutputFile } from '../../../../nodes/WebData/operations/operation';
import { readForm } from '../../../../nodes/WebData/operations/form/readForm';
import { filesIn } from '../../../../nodes/WebData/operations/common/pageOutput/files';
import { simplifyPage } from '../../../../nodes/WebData/operations/common/pageOutput/simplifyPage';

const link = 'https://files.example.com/a';

const png = 'iVBORw0KGgoAAAANSUhEUg==';
const pdf = Buffer.from('%PDF-1.7').toString('base64');

const briefly = (file: OutputFile): string =>
	'url' in file
		? `${file.field} <- ${file.at?.join('.')}: ${file.url} (${file.fallback.name}, ${file.fallback.mimeType})`
		: `${file.field} <- ${file.at?.join('.')}: ${file.content.length} bytes, ${file.fileName}, ${file.mimeType}`;

describe('a page has', () => {
	it.each<[string, Record<string, unknown>, string[]]>([
		[
			'a screenshot',
			{ screenshot: link },
			[`screenshot <- screenshot: ${link} (screenshot, image/png)`],
		],
		['audio', { audio: link }, [`audio <- audio: ${link} (audio, audio/mpeg)`]],
		['video', { video: link }, [`video <- video: ${link} (video, video/mp4)`]],
		[
			'files of actions, counted from 1',
			{ actions: { screenshots: [link, `${link}2`], pdfs: [link], scrapes: [{ url: link }] } },
			[
				`actionScreenshot1 <- actions.screenshots.0: ${link} (screenshot, image/png)`,
				`actionScreenshot2 <- actions.screenshots.1: ${link}2 (screenshot, image/png)`,
				`actionPdf1 <- actions.pdfs.0: ${link} (page, application/pdf)`,
			],
		],
		[
			'actions without a result keep the count of the others',
			{ actions: { screenshots: [null, link, '', 5] } },
			[`actionScreenshot2 <- actions.screenshots.1: ${link} (screenshot, image/png)`],
		],
		[
			'a screenshot as a data URI',
			{ screenshot: `data:image/png;base64,${png}` },
			['screenshot <- screenshot: 16 bytes, screenshot.png, image/png'],
		],
		[
			'a screenshot as a data URI of another type',
			{ screenshot: 'data:image/jpeg;charset=x;base64,/9j/4AAQ' },
			['screenshot <- screenshot: 6 bytes, screenshot.jpg, image/jpeg'],
		],
		[
			'Base64 without a type',
			{ actions: { screenshots: [png], pdfs: [pdf] } },
			[
				'actionScreenshot1 <- actions.screenshots.0: 16 bytes, screenshot.png, image/png',
				'actionPdf1 <- actions.pdfs.0: 8 bytes, page.pdf, application/pdf',
			],
		],
		[
			'the original response, named after its URL',
			{
				rawBase64: pdf,
				metadata: {
					contentType: 'application/pdf',
					url: 'https://example.com/files/report.pdf',
					sourceURL: 'https://example.com/latest',
				},
			},
			['raw <- rawBase64: 8 bytes, report.pdf, application/pdf'],
		],
		[
			'the original response of a URL without a path',
			{
				rawBase64: 'PGh0bWw+',
				metadata: { contentType: 'text/html; charset=utf-8', url: 'https://example.com/' },
			},
			['raw <- rawBase64: 6 bytes, raw.html, text/html'],
		],
		[
			'the original response without type and URL',
			{ rawBase64: 'AAEC' },
			['raw <- rawBase64: 3 bytes, raw.bin, application/octet-stream'],
		],
		[
			'an unparsed PDF in the Markdown field',
			{ markdown: pdf, metadata: { contentType: 'application/pdf' } },
			['pdf <- markdown: 8 bytes, document.pdf, application/pdf'],
		],
		[
			'an unparsed PDF with a name',
			{ markdown: pdf, metadata: { url: 'https://example.com/files/report.pdf' } },
			['pdf <- markdown: 8 bytes, report.pdf, application/pdf'],
		],
		[
			'an unparsed PDF whose URL has another extension',
			{ markdown: pdf, metadata: { url: 'https://example.com/download.php' } },
			['pdf <- markdown: 8 bytes, download.php.pdf, application/pdf'],
		],
		[
			'an unparsed PDF in other fields, only once',
			{ html: pdf, rawHtml: pdf },
			['pdf <- html: 8 bytes, document.pdf, application/pdf'],
		],
		[
			'an unparsed PDF as a data URI with line breaks',
			{ markdown: `data:application/pdf;base64,${pdf.slice(0, 8)}\n${pdf.slice(8)}\n` },
			['pdf <- markdown: 8 bytes, document.pdf, application/pdf'],
		],
		[
			'no file for a page that only begins like a PDF',
			{ markdown: `${pdf}. Read on, please!` },
			[],
		],
		['no file for a page that only contains a data URI', { markdown: `The bytes:\n\n${pdf}` }, []],
		['no file without content', { screenshot: null, audio: '', video: 5, rawBase64: null }, []],
		['no file for an empty page', { actions: null, metadata: null }, []],
	])('%s', (_what, data, files) => {
		expect(filesIn(data, '').map(briefly)).toEqual(files);
	});

	it('the names of the binary fields begin with the prefix', () => {
		const data = { screenshot: link, rawBase64: 'AAEC', actions: { pdfs: [link] } };
		expect(filesIn(data, 'page_').map(({ field }) => field)).toEqual([
			'page_screenshot',
			'page_raw',
			'page_actionPdf1',
		]);
	});
});

describe('the form', () => {
	const scrape = findOperation('scrape', 'scrape');
	const answer = { success: true, data: { screenshot: link, rawBase64: 'AAEC' } };

	const partsOf = (form: Record<string, unknown>, simplify: boolean, of = answer as object) => {
		const raw = { url: 'https://example.com', ...form };
		const plan = scrape?.plan(readForm(scrape.fields, raw).values);
		if (plan === undefined || 'issues' in plan) throw new Error('The form does not fit');
		expect(plan.request.body).toEqual({ url: 'https://example.com' });
		return plan.toParts(of as never, { simplify });
	};

	it('keeps all links by default and sends none of its fields', () => {
		expect(partsOf({ downloadFiles: false }, true)).toEqual([{ json: answer.data }]);
		expect(partsOf({}, false)).toEqual([{ json: answer }]);
	});

	it('contains the paths of files in the item, with and without Simplify', () => {
		const placesOf = (simplify: boolean) => {
			const [part] = partsOf({ downloadFiles: true, fieldPrefix: 'a_' }, simplify);
			const files = part && 'files' in part ? part.files : [];
			return files?.map(({ at, field }) => `${field} <- ${at?.join('.')}`);
		};
		expect(placesOf(true)).toEqual(['a_screenshot <- screenshot', 'a_raw <- rawBase64']);
		expect(placesOf(false)).toEqual(['a_screenshot <- data.screenshot', 'a_raw <- data.rawBase64']);
	});

	it('has no files for a page without content', () => {
		const empty = { success: true, data: {} };
		expect(partsOf({ downloadFiles: true }, true, empty)).toEqual([{ json: {}, files: [] }]);
	});
});

const id = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';

test('keeps at most 10 fields of the metadata, the most useful first', () => {
	const metadata = {
		'og:image': 'https://example.com/a.png',
		cachedAt: '2026-01-01',
		cacheState: 'hit',
		language: 'en',
		totalPages: 2,
		numPages: 1,
		creditsUsed: 1,
		scrapeId: id,
		contentType: 'application/pdf',
		statusCode: 200,
		sourceURL: 'https://example.com',
		url: 'https://example.com/a',
		description: 'About',
		title: 'A',
	};
	const { markdown, metadata: kept } = simplifyPage({ markdown: '# A', metadata });
	expect(markdown).toBe('# A');
	expect(Object.keys(kept as object)).toEqual([
		'title',
		'description',
		'url',
		'sourceURL',
		'statusCode',
		'contentType',
		'scrapeId',
		'creditsUsed',
		'numPages',
		'totalPages',
	]);
});

test('leaves out fields that are null', () => {
	const metadata = { title: 'A', error: null, language: null, cacheState: 'miss' };
	expect(simplifyPage({ metadata })).toEqual({ metadata: { title: 'A', cacheState: 'miss' } });
});

test('uses the ID of the response for a page without an ID', () => {
	expect(simplifyPage({ metadata: { title: 'A' } }, id)).toEqual({
		metadata: { title: 'A', scrapeId: id },
	});
	expect(simplifyPage({ metadata: { scrapeId: 'own' } }, id)).toEqual({
		metadata: { scrapeId: 'own' },
	});
});

test('adds no metadata to a page without metadata', () => {
	expect(simplifyPage({ markdown: '# A' })).toEqual({ markdown: '# A' });
});
