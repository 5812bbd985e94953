// What a file is called and of what type it is: by what its server says, then by its address, then by its kind.

import { parseUrl } from '../api/http/parseUrl';

export interface FileInfo {
	fileName: string;
	mimeType: string;
}

/** Endings and their types; the first ending of a type is the one to give. */
const typeByExtension: Record<string, string> = {
	avif: 'image/avif',
	bin: 'application/octet-stream',
	css: 'text/css',
	csv: 'text/csv',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	gif: 'image/gif',
	html: 'text/html',
	htm: 'text/html',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	js: 'text/javascript',
	json: 'application/json',
	m4a: 'audio/mp4',
	md: 'text/markdown',
	mkv: 'video/x-matroska',
	mov: 'video/quicktime',
	mp3: 'audio/mpeg',
	mp4: 'video/mp4',
	ogg: 'audio/ogg',
	pdf: 'application/pdf',
	png: 'image/png',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	svg: 'image/svg+xml',
	txt: 'text/plain',
	wav: 'audio/wav',
	webm: 'video/webm',
	webp: 'image/webp',
	xhtml: 'application/xhtml+xml',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	xml: 'application/xml',
	zip: 'application/zip',
};

const extensionByType = new Map(
	Object.entries(typeByExtension)
		.reverse()
		.map(([ending, type]) => [type, ending]),
);

/** Types by which a server says that it does not know. */
const genericTypes = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

const MAX_FILE_NAME_LENGTH = 150;

const mediaType = (header: string): string => (header.split(';')[0] ?? '').trim().toLowerCase();

const fileExtension = (name: string): string =>
	/\.(?=\d*[a-z])([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

const decodeUri = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

/** The last part of a path, without what a file system or a header could stumble over. */
const sanitizeFileName = (name: string): string =>
	(name.split(/[/\\]/).at(-1) ?? '')
		.replace(/[\p{Cc}<>:"|?*]/gu, '')
		.replace(/^[.\s]+|[.\s]+$/g, '');

/** Of a name that is too long the end is kept: the ending is there. */
const truncateFileName = (name: string): string => [...name].slice(-MAX_FILE_NAME_LENGTH).join('');

/** RFC 6266: `filename*` with its charset wins over `filename`. */
function dispositionFileName(header: string): string {
	const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
	if (extended !== undefined) return sanitizeFileName(decodeUri(extended));
	const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header);
	return sanitizeFileName((plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim());
}

const urlFileName = (url: string): string =>
	sanitizeFileName(decodeUri(parseUrl(url)?.pathname.split('/').at(-1) ?? ''));

export interface FileSource {
	/** Of the response, names in lower case. */
	headers: Record<string, string>;
	/** Addresses that led to the file, the best to be named after first. */
	urls: readonly string[];
	/** Name without ending and type for a file about which nothing else is known. */
	fallback: { name: string; mimeType: string };
}

/** Name and type of a file. The name always has an ending. */
export function fileInfo({ headers, urls, fallback }: FileSource): FileInfo {
	const given = dispositionFileName(
		`;${(headers['content-disposition'] ?? '').replace(/^[^;]*;?/, '')}`,
	);
	const names = [given, ...urls.map(urlFileName)].filter((name) => name !== '');
	const name =
		given || (names.find((each) => fileExtension(each) !== '') ?? names[0] ?? fallback.name);
	const said = mediaType(headers['content-type'] ?? '');
	const mimeType = genericTypes.has(said)
		? (typeByExtension[fileExtension(name)] ?? fallback.mimeType)
		: said;
	const ending = extensionByType.get(mimeType) ?? 'bin';
	return {
		fileName: truncateFileName(fileExtension(name) === '' ? `${name}.${ending}` : name),
		mimeType,
	};
}
