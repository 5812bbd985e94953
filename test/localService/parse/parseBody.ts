import { extname } from 'node:path';
import { badRequest, failure } from '../answer';
import { checkParseOptions } from '../schemas/parse';
import { wantedFormats, type ScrapeBody } from '../scrape/scrapeRequest';
import type { UploadBody, UploadedFile } from '../requestLog';

const MAX_FILE_BYTES = 50 * 1024 * 1024;

const extensions = [
	'.html',
	'.htm',
	'.xhtml',
	'.pdf',
	'.docx',
	'.doc',
	'.docm',
	'.odt',
	'.ods',
	'.odp',
	'.rtf',
	'.xlsx',
	'.xls',
	'.xlsm',
	'.xlsb',
	'.pptx',
	'.ppt',
	'.pptm',
	'.epub',
	'.csv',
];

const types = ['text/html', 'application/xhtml+xml', 'application/pdf', 'text/csv'];

const invalid = (error: string) => failure(400, error, { code: 'BAD_REQUEST' });

const unsupported = (error: string) => failure(400, error, { code: 'PARSE_UNSUPPORTED_OPTIONS' });

export type ParseOptions = Omit<ScrapeBody, 'url'>;

export function checkedFile(upload: UploadBody | undefined): UploadedFile {
	const [file, ...others] = upload?.files ?? [];
	if (others.length > 0 || (file && file.part !== 'file')) throw invalid('Unexpected field');
	if (!file) {
		throw invalid(
			"Missing file upload. Send multipart/form-data with a 'file' field and optional 'options' JSON string.",
		);
	}
	if (file.bytes.length > MAX_FILE_BYTES) {
		throw invalid('Uploaded file exceeds maximum size of 50MB.');
	}
	if (!extensions.includes(extname(file.fileName).toLowerCase()) && !isTyped(file)) {
		const error = `Unsupported upload type. Supported file extensions: ${extensions.join(', ')}`;
		throw failure(400, error, { code: 'UNSUPPORTED_FILE_TYPE' });
	}
	return file;
}

const isTyped = ({ fileName, contentType }: UploadedFile): boolean =>
	extname(fileName) === '' && types.includes(contentType);

export function checkedOptions(text: string | undefined): ParseOptions {
	const raw = parsedOptions(text ?? '{}');
	const issues = checkParseOptions(raw);
	const keys = issues.flatMap(
		({ message }) => /^Unrecognized key: "(.*)"$/.exec(message)?.[1] ?? [],
	);
	if (keys.length > 0) {
		const error =
			'Unrecognized key in body -- please review the v2 API documentation for request body changes';
		const details = issues.map((issue) => ({ code: 'unrecognized_keys', keys, ...issue }));
		throw failure(400, error, { code: 'BAD_REQUEST', details });
	}
	if (issues.length > 0) throw badRequest(issues);
	const options = raw as ParseOptions;
	checkSupported(options);
	return options;
}

function parsedOptions(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw invalid("Invalid JSON in the 'options' field. Provide a valid JSON string.");
	}
}

function checkSupported(options: ParseOptions & { proxy?: string }): void {
	const formats = wantedFormats(options).map(({ type }) => type);
	if (formats.includes('rawBase64')) {
		throw invalid('The rawBase64 format is not supported for parse uploads');
	}
	const refused: [boolean, string][] = [
		[(options.actions ?? []).length > 0, 'do not support actions.'],
		[formats.includes('screenshot'), 'do not support screenshot output.'],
		[formats.includes('branding'), 'do not support branding output.'],
		[formats.includes('changeTracking'), 'do not support change tracking.'],
		[(options.waitFor ?? 0) > 0, 'do not support waitFor.'],
		[options.location !== undefined, 'do not support location overrides.'],
		[options.mobile === true, 'do not support mobile rendering.'],
		[options.proxy === 'enhanced', 'only support proxy values of auto or basic.'],
	];
	const problem = refused.find(([isRefused]) => isRefused);
	if (problem) throw unsupported(`Parse uploads ${problem[1]}`);
}
