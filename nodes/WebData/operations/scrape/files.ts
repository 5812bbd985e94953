// Which files the answer to a scrape holds: links to them, or their content in Base64.

import { fileFactsOf, type FileFacts } from '../../api/fileFacts';
import { isObject, type JsonObject } from '../../api/answer';
import type { OutputFile } from '../operation';

/** Name and type of a file where neither its server nor its address says more. Specification: Data; audio is an MP3. */
const kinds = {
	actionPdf: { name: 'page', mimeType: 'application/pdf' },
	actionScreenshot: { name: 'screenshot', mimeType: 'image/png' },
	audio: { name: 'audio', mimeType: 'audio/mpeg' },
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

/** The original response is named after the page; the others have no address of their own. */
const pageOf = ({ kind }: Found, { url, sourceURL }: JsonObject): string[] =>
	kind === 'raw' ? [url, sourceURL].filter((each): each is string => typeof each === 'string') : [];

function toFile(one: Found, prefix: string, metadata: JsonObject): OutputFile {
	const fallback = kinds[one.kind];
	const where = { field: `${prefix}${one.field}`, at: one.at };
	const content = embedded(one, metadata);
	if (content === undefined) return { ...where, url: one.value, fallback };
	const [type, base64] = content;
	const facts: FileFacts = fileFactsOf({
		headers: { 'content-type': type },
		urls: pageOf(one, metadata),
		fallback,
	});
	return { ...where, content: Buffer.from(base64, 'base64'), ...facts };
}

/** The files of a scrape's `data`, each with the name of its binary field and its place in `data`. */
export function filesIn(data: JsonObject, prefix: string): OutputFile[] {
	const metadata = isObject(data.metadata) ? data.metadata : {};
	return found(data).map((one) => toFile(one, prefix, metadata));
}
