import { defineServiceRows } from '../../errors/row';

/** Some of these rows replace scrape rows, whose messages refer to pages. */
export const parseRows = defineServiceRows({
	uploadTypeNotSupported: {
		status: 400,
		code: 'UNSUPPORTED_FILE_TYPE',
		message: 'File type not supported for parsing',
		cause:
			'The service selects the parser by file name extension and has no parser for this extension.',
		remedy: 'Convert the file to a supported type, or correct the file name extension.',
	},
	parseOptionNotSupported: {
		status: 400,
		code: 'PARSE_UNSUPPORTED_OPTIONS',
		preferServiceText: true,
		message: 'An option is not available for files',
		cause: 'The request contains a format or option that the service supports only for web pages.',
		remedy: [
			"The service's message names the option.",
			'Remove it, for example, from {additionalBodyFields}.',
		],
	},
	uploadTooLarge: {
		status: 400,
		pattern: /exceeds maximum size/i,
		message: 'The file is too large',
		cause: 'The service accepts files of up to 50 MB.',
		remedy: 'Split the file, or compress its images.',
	},
	uploadMissing: {
		status: 400,
		pattern: /missing file upload|unexpected field/i,
		message: 'The service received no file',
		cause: 'A proxy between n8n and the service may have removed the file from the request.',
		remedy: 'Ask the operator of the proxy to allow file uploads.',
	},
	fileNotReadable: {
		status: 500,
		code: 'SCRAPE_ALL_ENGINES_FAILED',
		// With an empty list, no engine supports the options of the request.
		pattern: /^(?!.*engines tried: ?\[\])/is,
		message: 'The file could not be read',
		cause:
			'The file may be damaged, encrypted, or empty, or the server may not support the PDF mode of this request.',
		remedy: [
			'Open the file on your computer to check its content and its extension.',
			"If the file is a PDF, set 'Mode' in {parsers} to another value, because OCR is not available on every server.",
		],
		retry: 'sometimes',
		possiblyExecuted: true,
	},
	fileContentNotSupported: {
		status: 500,
		code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
		message: 'File content not supported',
		cause: 'The file content does not match the file name extension.',
		remedy: 'Correct the file name extension.',
		possiblyExecuted: true,
	},
});
