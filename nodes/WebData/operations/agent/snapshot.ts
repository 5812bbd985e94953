// What a snapshot's text is: the service sends text whatever the kind.

/** Specification: `artifact.updated`; the kinds are the living service's. */
export const kinds = ['html', 'json', 'markdown', 'screenshot', 'text'] as const;

type Kind = (typeof kinds)[number];

const types: Record<Kind, { extension: string; mimeType: string }> = {
	html: { extension: 'html', mimeType: 'text/html' },
	json: { extension: 'json', mimeType: 'application/json' },
	markdown: { extension: 'md', mimeType: 'text/markdown' },
	screenshot: { extension: 'png', mimeType: 'image/png' },
	text: { extension: 'txt', mimeType: 'text/plain' },
};

export interface SnapshotContent {
	kind: Kind;
	/** Parsed where the kind is JSON, else the text. */
	value: unknown;
	bytes: Buffer;
	extension: string;
	mimeType: string;
}

const parsed = (text: string): { value: unknown } | undefined => {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
};

/** First bytes of a PNG file in Base64. */
const pngInBase64 = /^(data:image\/png;base64,)?iVBORw0KGgo/;

const kindOf = (text: string): Kind => {
	if (/^\s*[[{]/.test(text) && parsed(text) !== undefined) return 'json';
	if (pngInBase64.test(text)) return 'screenshot';
	return /^\s*<(!doctype|html|[a-z][a-z0-9-]*[\s>])/i.test(text) ? 'html' : 'text';
};

const bytesOf = (text: string, kind: Kind): Buffer =>
	kind === 'screenshot' && !/^https?:/.test(text)
		? Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64')
		: Buffer.from(text, 'utf8');

/** Reads a snapshot as the given kind, or as the one that its content shows. What is no text is JSON already. */
export function contentOf(snapshot: unknown, asked: Kind | 'auto'): SnapshotContent {
	const text = typeof snapshot === 'string' ? snapshot : JSON.stringify(snapshot ?? null);
	const kind = asked === 'auto' ? kindOf(text) : asked;
	const value = kind === 'json' ? (parsed(text)?.value ?? text) : text;
	return { kind, value, bytes: bytesOf(text, kind), ...types[kind] };
}
