import { fileInfo } from '../files/fileNames';
import { isObject, type JsonObject } from '../json/json';
import type { OutputFile } from '../operation/operation';

/** Default names and types of files. Audio is MP3 (specification: `data`). */
const fileKinds = {
	actionPdf: { name: 'page', mimeType: 'application/pdf' },
	actionScreenshot: { name: 'screenshot', mimeType: 'image/png' },
	audio: { name: 'audio', mimeType: 'audio/mpeg' },
	pdf: { name: 'document', mimeType: 'application/pdf' },
	raw: { name: 'raw', mimeType: 'application/octet-stream' },
	screenshot: { name: 'screenshot', mimeType: 'image/png' },
	video: { name: 'video', mimeType: 'video/mp4' },
} as const;

type FileKind = keyof typeof fileKinds;

interface PageFile {
	field: string;
	kind: FileKind;
	/** A link, or the content in Base64. */
	value: string;
	/** Path of the value in the page. */
	at: (string | number)[];
}

function fileAt(
	at: PageFile['at'],
	value: unknown,
	kind: FileKind,
	field: string = kind,
): PageFile[] {
	return typeof value === 'string' && value !== '' ? [{ field, kind, value, at }] : [];
}

const pdfAsText = /^%PDF-/;

/**
 * An unparsed PDF is Base64-encoded (specification: Parsers, 2), but some servers return it as text. The specification
 * does not name the field that contains the PDF.
 */
export function unparsedPdf(data: JsonObject): PageFile[] {
	const inBase64 = /^(data:application\/pdf;base64,)?JVBERi0[A-Za-z0-9+/=\s]*$/;
	const isPdf = (text: string): boolean => inBase64.test(text) || pdfAsText.test(text);
	const name = ['markdown', 'html', 'rawHtml'].find((each) => isPdf(String(data[each])));
	return name === undefined ? [] : fileAt([name], data[name], 'pdf');
}

function findFiles(data: JsonObject): PageFile[] {
	const actions = isObject(data.actions) ? data.actions : {};
	const numbered = (kind: FileKind, name: string): PageFile[] => {
		const values: unknown[] = Array.isArray(actions[name]) ? actions[name] : [];
		return values.flatMap((value, index) =>
			fileAt(['actions', name, index], value, kind, `${kind}${index + 1}`),
		);
	};
	return [
		...fileAt(['screenshot'], data.screenshot, 'screenshot'),
		...fileAt(['audio'], data.audio, 'audio'),
		...fileAt(['video'], data.video, 'video'),
		...fileAt(['rawBase64'], data.rawBase64, 'raw'),
		...unparsedPdf(data),
		...numbered('actionScreenshot', 'screenshots'),
		...numbered('actionPdf', 'pdfs'),
	];
}

/** Patterns for the beginning of Base64 content, each with its media type. */
const magicNumbers: [RegExp, string][] = [
	[/^JVBERi0/, 'application/pdf'],
	[/^iVBORw0KGgo/, 'image/png'],
	[/^\/9j\//, 'image/jpeg'],
];

/** Returns the type and the content of a file, or `undefined` if the response contains only a link. */
function embedded({ kind, value }: PageFile, metadata: JsonObject): [string, Buffer] | undefined {
	const decode = (base64: string): Buffer => Buffer.from(base64, 'base64');
	if (kind === 'raw') return [String(metadata.contentType ?? ''), decode(value)];
	if (pdfAsText.test(value)) {
		// A character beyond one byte shows that the bytes were decoded as UTF-8.
		const encoding = /^[\u0000-\u00ff]*$/.test(value) ? 'latin1' : 'utf8';
		return ['application/pdf', Buffer.from(value, encoding)];
	}
	const uri = /^data:([^,]*);base64,/i.exec(value);
	if (uri) return [uri[1] ?? '', decode(value.slice(uri[0].length))];
	const type = magicNumbers.find(([start]) => start.test(value))?.[1];
	return type === undefined ? undefined : [type, decode(value)];
}

function toFile(file: PageFile, prefix: string, metadata: JsonObject): OutputFile {
	const fallback = fileKinds[file.kind];
	const target = { field: `${prefix}${file.field}`, at: file.at };
	const body = embedded(file, metadata);
	if (body === undefined) return { ...target, url: file.value, fallback };
	const [type, content] = body;
	const isPageItself = file.kind === 'raw' || file.kind === 'pdf';
	const pageUrls = [metadata.url, metadata.sourceURL].filter((url) => typeof url === 'string');
	const { fileName, mimeType } = fileInfo({
		headers: { 'content-type': type },
		urls: isPageItself ? pageUrls : [],
		fallback,
	});
	// Viewers rely on the extension `.pdf`.
	const lacksExtension = file.kind === 'pdf' && !/\.pdf$/i.test(fileName);
	return { ...target, content, fileName: lacksExtension ? `${fileName}.pdf` : fileName, mimeType };
}

export function filesIn(data: JsonObject, prefix: string): OutputFile[] {
	const metadata = isObject(data.metadata) ? data.metadata : {};
	return findFiles(data).map((file) => toFile(file, prefix, metadata));
}
