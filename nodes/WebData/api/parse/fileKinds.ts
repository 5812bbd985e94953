import { mediaType } from '../http/mediaType';

/**
 * Media types of the files that the service can parse, by file extension. The first extension of a media type is the
 * type's default.
 */
const parsedTypes = {
	csv: 'text/csv',
	doc: 'application/msword',
	docm: 'application/vnd.ms-word.document.macroenabled.12',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	epub: 'application/epub+zip',
	html: 'text/html',
	htm: 'text/html',
	odp: 'application/vnd.oasis.opendocument.presentation',
	ods: 'application/vnd.oasis.opendocument.spreadsheet',
	odt: 'application/vnd.oasis.opendocument.text',
	pdf: 'application/pdf',
	ppt: 'application/vnd.ms-powerpoint',
	pptm: 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	rtf: 'application/rtf',
	xhtml: 'application/xhtml+xml',
	xls: 'application/vnd.ms-excel',
	xlsb: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
	xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

type FileExtension = keyof typeof parsedTypes;

export const fileExtensions = Object.keys(parsedTypes) as FileExtension[];

const typeAliases: Readonly<Record<string, FileExtension>> = {
	'application/csv': 'csv',
	'application/x-pdf': 'pdf',
	'text/rtf': 'rtf',
};

const parsedExtensionByType = new Map<string, FileExtension>([
	...[...fileExtensions].reverse().map((extension) => [parsedTypes[extension], extension] as const),
	...Object.entries(typeAliases),
]);

const isFileExtension = (text: string): text is FileExtension => Object.hasOwn(parsedTypes, text);

function supportedExtension(fileName: string): FileExtension | undefined {
	const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
	return isFileExtension(extension) ? extension : undefined;
}

export interface UploadInfo {
	fileName: string;
	contentType: string;
}

/**
 * Returns the file name and media type for an upload, or undefined if the service cannot parse the file. The file name
 * always has a supported extension.
 */
export function uploadInfo(fileName: string, contentType: string): UploadInfo | undefined {
	const named = supportedExtension(fileName);
	if (named !== undefined) return { fileName, contentType: parsedTypes[named] };
	const extension = parsedExtensionByType.get(mediaType(contentType));
	return extension === undefined
		? undefined
		: { fileName: `${fileName}.${extension}`, contentType: parsedTypes[extension] };
}
