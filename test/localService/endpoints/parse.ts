import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { failure, jsonAnswer, refuse, type AnswerError } from '../answer';
import type { UploadBody, UploadedFile } from '../requestLog';
import { checkParseOptions, wantedFormats, type ScrapeOptions } from '../schemas/scrape';
import type { ServiceSettings } from '../state';
import type { FetchedPage } from '../web/fetchPage';
import { readContent } from '../web/readContent';
import { checkScrapePermissions, contentFields, creditsFor, pageFacts } from '../web/scrape';
import { endpoint } from './endpoint';

const MAX_FILE_BYTES = 50 * 1024 * 1024;
const UPLOADS_URL = 'https://parse.service.example/uploads/';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';
const EXCEL = 'application/vnd.ms-excel';
const MACROS = 'macroenabled.12';

type Format = [name: string, extensions: string, mimeTypes: string];

const documents: readonly Format[] = [
	['html', '.html .htm', 'text/html'],
	['xhtml', '.xhtml', 'application/xhtml+xml'],
	['pdf', '.pdf', 'application/pdf'],
	['docx', '.docx', `${OPEN_XML}.wordprocessingml.document`],
	['doc', '.doc', 'application/msword'],
	['docm', '.docm', `application/vnd.ms-word.document.${MACROS}`],
	['odt', '.odt', `${OPEN_DOCUMENT}.text`],
	['ods', '.ods', `${OPEN_DOCUMENT}.spreadsheet`],
	['odp', '.odp', `${OPEN_DOCUMENT}.presentation`],
	['rtf', '.rtf', 'application/rtf text/rtf'],
	['xlsx', '.xlsx', `${OPEN_XML}.spreadsheetml.sheet`],
	['xls', '.xls', EXCEL],
	['xlsm', '.xlsm', `${EXCEL}.sheet.${MACROS}`],
	['xlsb', '.xlsb', `${EXCEL}.sheet.binary.${MACROS}`],
	['pptx', '.pptx', `${OPEN_XML}.presentationml.presentation`],
	['ppt', '.ppt', 'application/vnd.ms-powerpoint'],
	['pptm', '.pptm', `application/vnd.ms-powerpoint.presentation.${MACROS}`],
	['epub', '.epub', 'application/epub+zip'],
	['csv', '.csv', 'text/csv'],
];

const images: readonly Format[] = [
	['png', '.png', 'image/png'],
	['jpg', '.jpg .jpeg', 'image/jpeg'],
];

const formatsOf = ({ imageOcr }: ServiceSettings) =>
	[...documents, ...images].map(([format, extensions, mimeTypes]) => {
		const kind = images.some(([name]) => name === format) ? 'image' : 'document';
		return {
			...{ format, kind, extensions: extensions.split(' '), mimeTypes: mimeTypes.split(' ') },
			available: kind === 'document' || imageOcr,
		};
	});

const NO_FILE =
	"Missing file upload. Send multipart/form-data with a 'file' field and optional 'options' JSON string.";

const invalid = (error: string): AnswerError => failure(400, error, { code: 'BAD_REQUEST' });

function checkedFile(upload: UploadBody | undefined, settings: ServiceSettings): UploadedFile {
	const [file, ...others] = upload?.files ?? [];
	if (others.length > 0 || (file && file.part !== 'file')) throw invalid('Unexpected field');
	if (!file) throw invalid(NO_FILE);
	const { bytes, fileName, contentType } = file;
	if (bytes.length > MAX_FILE_BYTES) {
		throw invalid('Uploaded file exceeds maximum size of 50MB.');
	}
	const extension = extname(fileName).toLowerCase();
	const available = formatsOf(settings).filter((format) => format.available);
	const isKnown = available.some(({ extensions, mimeTypes }) =>
		extension ? extensions.includes(extension) : mimeTypes.includes(contentType),
	);
	if (isKnown) return file;
	const extensions = available.flatMap((format) => format.extensions).join(', ');
	const error = `Unsupported upload type. Supported file extensions: ${extensions}`;
	throw failure(400, error, { code: 'UNSUPPORTED_FILE_TYPE' });
}

function checkedOptions(text = '{}'): ScrapeOptions {
	const raw = parsed(text);
	refuse(checkParseOptions(raw));
	checkSupported(raw as ScrapeOptions);
	return raw as ScrapeOptions;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw invalid("Invalid JSON in the 'options' field. Provide a valid JSON string.");
	}
}

function checkSupported(options: ScrapeOptions & { proxy?: string; mobile?: boolean }): void {
	const formats = wantedFormats(options).map(({ type }) => type);
	if (formats.includes('rawBase64')) {
		throw invalid('The rawBase64 format is not supported for parse uploads');
	}
	const rules: [boolean, string][] = [
		[(options.actions ?? []).length > 0, 'do not support actions.'],
		[formats.includes('screenshot'), 'do not support screenshot output.'],
		[formats.includes('branding'), 'do not support branding output.'],
		[formats.includes('changeTracking'), 'do not support change tracking.'],
		[(options.waitFor ?? 0) > 0, 'do not support waitFor.'],
		['location' in options, 'do not support location overrides.'],
		[options.mobile === true, 'do not support mobile rendering.'],
		[options.proxy === 'enhanced', 'only support proxy values of auto or basic.'],
	];
	const broken = rules.find(([isBroken]) => isBroken);
	if (!broken) return;
	throw failure(400, `Parse uploads ${broken[1]}`, { code: 'PARSE_UNSUPPORTED_OPTIONS' });
}

/** The content of a file in a binary format, such as `.docx`, is its name and its size. */
function uploadedPage(file: UploadedFile, fetchedAt: number): FetchedPage {
	const { bytes, fileName } = file;
	const extension = extname(fileName).toLowerCase();
	if (bytes.length === 0) throw notReadable('fetch');
	if (extension === '.pdf' && !bytes.toString('latin1', 0, 5).startsWith('%PDF-')) {
		throw notReadable('pdf');
	}
	const contentType = extension === '' ? file.contentType : readableTypes[extension];
	return {
		url: UPLOADS_URL + encodeURIComponent(fileName),
		status: 200,
		statusText: 'OK',
		contentType: contentType ?? 'text/plain',
		bytes: contentType ? bytes : Buffer.from(`${fileName}: ${bytes.length} bytes`),
		fetchedAt,
	};
}

const readableTypes: Record<string, string> = {
	'.html': 'text/html',
	'.htm': 'text/html',
	'.xhtml': 'text/html',
	'.pdf': 'application/pdf',
	'.csv': 'text/csv',
};

function notReadable(engine: string): AnswerError {
	const error = `All scraping engines failed to retrieve content from this URL. Engines tried: [${engine}].`;
	return failure(500, error, { code: 'SCRAPE_ALL_ENGINES_FAILED' });
}

/** The fields were read in the public documentation. */
const formats = endpoint('GET /v2/parse/formats', (_request, { settings }) =>
	jsonAnswer(
		200,
		{ success: true, data: { formats: formatsOf(settings) } },
		{ 'cache-control': 'private, max-age=3600' },
	),
);

const parse = endpoint('POST /v2/parse', ({ upload }, state) => {
	const options = checkedOptions(upload?.texts.options);
	const file = checkedFile(upload, state.settings);
	const page = uploadedPage(file, state.clock.now());
	const body = { ...options, url: page.url };
	checkScrapePermissions(body, state);
	const content = readContent(page, body);
	const creditsUsed = creditsFor(body, content.parsedPages);
	state.account.charge(creditsUsed);
	const metadata = {
		...content.metadata,
		...pageFacts(file.fileName, page),
		contentType: file.contentType,
		scrapeId: randomUUID(),
		creditsUsed,
	};
	return { data: { ...contentFields(body, page, content, state), metadata } };
});

export const parseEndpoints = [parse, formats];
