import { parseUrl } from '../json/json';

/** Returns the lowercase media type of a `Content-Type` header, without parameters. */
export const mediaType = (contentType: string): string =>
	(contentType.split(';')[0] ?? '').trim().toLowerCase();

/** Media types by extension. A file without an extension gets the first extension of its media type. */
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
		.map(([extension, type]) => [type, extension]),
);

/**
 * Maximum length of a file name. Most file systems allow 255 bytes, so 55 bytes remain for suffixes that later nodes
 * add.
 */
const MAX_FILE_NAME_BYTES = 200;
/** Maximum lengths of strings from servers. Longer strings are truncated or ignored before parsing. */
const MAX_HEADER_LENGTH = 4096;
const MAX_URL_LENGTH = 16_384;
const MAX_RAW_NAME_LENGTH = 1000;

/** The end of a version number, as in `v2.1`, is not an extension. */
function fileExtension(name: string): string {
	const dot = name.lastIndexOf('.');
	const extension = name.slice(dot + 1).toLowerCase();
	const isExtension = dot !== -1 && /^[a-z0-9]{1,8}$/.test(extension) && /[a-z]/.test(extension);
	return isExtension ? extension : '';
}

const decodeUri = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

const trimDotsAndSpaces = (name: string): string => name.replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');

function sanitizeFileName(path: string): string {
	const name = path.slice(-MAX_RAW_NAME_LENGTH).split(/[/\\]/).at(-1) ?? '';
	// Control characters, bidirectional formatting characters, and characters that Windows forbids in file names.
	const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff<>:"|?*]/gu;
	return trimDotsAndSpaces(name.replace(forbidden, ''));
}

/** Removes the beginning of a long name, because the end contains the extension. */
function truncateFileName(name: string): string {
	let bytes = 0;
	let kept = '';
	for (const character of [...name].reverse()) {
		bytes += Buffer.byteLength(character);
		if (bytes > MAX_FILE_NAME_BYTES) break;
		kept = character + kept;
	}
	return trimDotsAndSpaces(kept);
}

/** Prefers `filename*` to `filename`, as RFC 6266 requires. */
function dispositionFileName(header: string): string {
	// A value is in quotes or not.
	const parameter = /;([^;=]*)= *(?:"((?:\\.|[^"\\])*)|([^;]*))/gs;
	const parameters = new Map<string, string>();
	const matches = header.slice(0, MAX_HEADER_LENGTH).matchAll(parameter);
	for (const [, name = '', quoted, plain = ''] of matches) {
		const value = quoted?.replace(/\\(.)/gs, '$1') ?? plain.trim();
		parameters.set(name.trim().toLowerCase(), value);
	}
	const [charset, , ...encoded] = (parameters.get('filename*') ?? '').split("'");
	const isUtf8 = charset?.toLowerCase() === 'utf-8' && encoded.length > 0;
	return sanitizeFileName(
		isUtf8 ? decodeUri(encoded.join("'")) : (parameters.get('filename') ?? ''),
	);
}

/** Returns the media type and a file name with an extension. The name is valid on every file system. */
export function fileInfo({
	headers,
	urls,
	fallback,
}: {
	/** Response headers, with names in lowercase. */
	headers: Record<string, string>;
	/** URLs of the file, in order of preference. */
	urls: readonly string[];
	/** Values that apply if the headers and URLs provide none. The name contains no extension. */
	fallback: { name: string; mimeType: string };
}): { fileName: string; mimeType: string } {
	const dispositionName = dispositionFileName(headers['content-disposition'] ?? '');
	const urlNames = urls
		.filter((url) => url.length <= MAX_URL_LENGTH)
		.map((url) => sanitizeFileName(decodeUri(parseUrl(url)?.pathname.split('/').at(-1) ?? '')))
		.filter((name) => name !== '');
	const urlName = urlNames.find((name) => fileExtension(name) !== '') ?? urlNames[0];
	const name = dispositionName || (urlName ?? fallback.name);
	const headerType = mediaType(headers['content-type'] ?? '');
	// A server that does not know the type sends a general one.
	const isGeneral = ['', 'application/octet-stream', 'binary/octet-stream'].includes(headerType);
	const mimeType = isGeneral
		? (typeByExtension[fileExtension(name)] ?? fallback.mimeType)
		: headerType;
	const extension = extensionByType.get(mimeType) ?? 'bin';
	const fullName = truncateFileName(fileExtension(name) === '' ? `${name}.${extension}` : name);
	// Windows reserves these names, even with an extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
	const isReserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i.test(
		fullName,
	);
	return { fileName: isReserved ? `_${fullName}` : fullName, mimeType };
}
