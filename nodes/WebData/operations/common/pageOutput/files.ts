// Which files the answer to a scrape holds: links to them, or their content in Base64.

import { fileInfo, type FileInfo } from '../../../files/fileNames';
import { isObject, type JsonObject } from '../../../api/http/response';
import type { OutputFile } from '../../operation';

/** Name and type of a file where neither its server nor its address says more. Specification: Data; audio is an MP3. */
const kinds = {
	actionPdf: { name: 'page', mimeType: 'application/pdf' },
	actionScreenshot: { name: 'screenshot', mimeType: 'image/png' },
	audio: { name: 'audio', mimeType: 'audio/mpeg' },
	pdf: { name: 'document', mimeType: 'application/pdf' },
	raw: { name: 'raw', mimeType: 'application/octet-stream' },
	screenshot: { name: 'screenshot', mimeType: 'image/png' },
	video: { name: 'video', mimeType: 'video/mp4' },
} as const;

type Kind = keyof typeof kinds;

interface Found {
	field: string;
	kind: Kind;
	value: string;
	/** Where the value stands in `data`. */
	at: (string | number)[];
}

const texts = (value: unknown): [number, string][] =>
	(Array.isArray(value) ? value : []).flatMap((each, index): [number, string][] =>
		typeof each === 'string' && each !== '' ? [[index, each]] : [],
	);

/** Where a page's content can stand, the first that has it first. */
const contents = ['markdown', 'html', 'rawHtml'] as const;

const pdfInBase64 = /^(data:application\/pdf;base64,)?JVBERi0[A-Za-z0-9+/=\s]*$/;

/** Specification: Parsers, 2: with an empty list "the PDF is returned base64-encoded", and it does not say in which field. */
function unparsedPdf(data: JsonObject): Found[] {
	for (const name of contents) {
		const value = data[name];
		if (typeof value === 'string' && pdfInBase64.test(value)) {
			return [{ field: 'pdf', kind: 'pdf', value, at: [name] }];
		}
	}
	return [];
}

function found(data: JsonObject): Found[] {
	const one = (kind: Kind, name: string): Found[] => {
		const value = data[name];
		return typeof value === 'string' && value !== ''
			? [{ field: kind, kind, value, at: [name] }]
			: [];
	};
	const actions = isObject(data.actions) ? data.actions : {};
	const each = (kind: Kind, name: string): Found[] =>
		texts(actions[name]).map(([index, value]) => ({
			field: `${kind}${index + 1}`,
			kind,
			value,
			at: ['actions', name, index],
		}));
	return [
		...one('screenshot', 'screenshot'),
		...one('audio', 'audio'),
		...one('video', 'video'),
		...one('raw', 'rawBase64'),
		...unparsedPdf(data),
		...each('actionScreenshot', 'screenshots'),
		...each('actionPdf', 'pdfs'),
	];
}

/** Base64 of the first bytes of the kinds of files that come without a word about their type. */
const magic: [RegExp, string][] = [
	[/^JVBERi0/, 'application/pdf'],
	[/^iVBORw0KGgo/, 'image/png'],
	[/^\/9j\//, 'image/jpeg'],
];

/** Type and Base64 of a file that is in the answer itself. */
function embedded({ kind, value }: Found, metadata: JsonObject): [string, string] | undefined {
	if (kind === 'raw') return [String(metadata.contentType ?? ''), value];
	const uri = /^data:([^,]*);base64,/i.exec(value);
	if (uri) return [uri[1] ?? '', value.slice(uri[0].length)];
	const type = magic.find(([start]) => start.test(value))?.[1];
	return type === undefined ? undefined : [type, value];
}

/** What the page's own address answered with. */
const isPageItself = ({ kind }: Found): boolean => kind === 'raw' || kind === 'pdf';

/** The original response is named after the page; the others have no address of their own. */
const pageOf = (one: Found, { url, sourceURL }: JsonObject): string[] =>
	isPageItself(one)
		? [url, sourceURL].filter((each): each is string => typeof each === 'string')
		: [];

/** Addresses of PDF files may end in anything, and a viewer goes by the ending. */
const named = (facts: FileInfo, { kind }: Found): FileInfo =>
	kind === 'pdf' && !/\.pdf$/i.test(facts.fileName)
		? { ...facts, fileName: `${facts.fileName}.pdf` }
		: facts;

function toFile(one: Found, prefix: string, metadata: JsonObject): OutputFile {
	const fallback = kinds[one.kind];
	const where = { field: `${prefix}${one.field}`, at: one.at };
	const content = embedded(one, metadata);
	if (content === undefined) return { ...where, url: one.value, fallback };
	const [type, base64] = content;
	const facts: FileInfo = fileInfo({
		headers: { 'content-type': type },
		urls: pageOf(one, metadata),
		fallback,
	});
	return { ...where, content: Buffer.from(base64, 'base64'), ...named(facts, one) };
}

/** The files of a scrape's `data`, each with the name of its binary field and its place in `data`. */
export function filesIn(data: JsonObject, prefix: string): OutputFile[] {
	const metadata = isObject(data.metadata) ? data.metadata : {};
	return found(data).map((one) => toFile(one, prefix, metadata));
}
