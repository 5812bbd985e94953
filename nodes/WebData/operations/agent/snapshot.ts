export const snapshotKinds = ['html', 'json', 'markdown', 'screenshot', 'text'] as const;

type SnapshotKind = (typeof snapshotKinds)[number];

const fileTypes: Record<SnapshotKind, { extension: string; mimeType: string }> = {
	html: { extension: 'html', mimeType: 'text/html' },
	json: { extension: 'json', mimeType: 'application/json' },
	markdown: { extension: 'md', mimeType: 'text/markdown' },
	screenshot: { extension: 'png', mimeType: 'image/png' },
	text: { extension: 'txt', mimeType: 'text/plain' },
};

export interface SnapshotContent {
	kind: SnapshotKind;
	/** The parsed JSON of a JSON snapshot, or the text of any other snapshot. */
	value: unknown;
	bytes: Buffer;
	extension: string;
	mimeType: string;
}

const tryParse = (text: string): { value: unknown } | undefined => {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
};

const base64Png = /^(data:image\/png;base64,)?iVBORw0KGgo/;

const detectKind = (text: string): SnapshotKind => {
	if (/^\s*[[{]/.test(text) && tryParse(text) !== undefined) return 'json';
	if (base64Png.test(text)) return 'screenshot';
	return /^\s*<(!doctype|html|[a-z][a-z0-9-]*[\s>])/i.test(text) ? 'html' : 'text';
};

const toBytes = (text: string, kind: SnapshotKind): Buffer =>
	kind === 'screenshot' && !/^https?:/.test(text)
		? Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64')
		: Buffer.from(text, 'utf8');

/** Detects the kind from the content if `kindOption` is `auto`. */
export function readSnapshot(
	snapshot: unknown,
	kindOption: SnapshotKind | 'auto',
): SnapshotContent {
	const text = typeof snapshot === 'string' ? snapshot : JSON.stringify(snapshot);
	const kind = kindOption === 'auto' ? detectKind(text) : kindOption;
	const value = kind === 'json' ? (tryParse(text)?.value ?? text) : text;
	return { kind, value, bytes: toBytes(text, kind), ...fileTypes[kind] };
}
