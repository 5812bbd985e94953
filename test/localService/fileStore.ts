import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { fileAnswer, rowFailure, type ServiceAnswer } from './answer';

export interface NewFile {
	extension: string;
	contentType: string;
	bytes: Buffer;
	lifetimeMs: number;
	signed?: boolean;
}

interface StoredFile extends NewFile {
	signature: string | null;
	storedAt: number;
}

export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(now: () => number) {
	const files = new Map<string, StoredFile>();
	return {
		put(file: NewFile): string {
			const name = `${randomUUID()}.${file.extension}`;
			const signature = file.signed ? randomBytes(16).toString('hex') : null;
			files.set(name, { ...file, signature, storedAt: now() });
			return `/files/${name}${signature ? `?signature=${signature}` : ''}`;
		},
		get: (name: string) => files.get(name),
		now,
	};
}

export function serveFile(files: FileStore, requested: string): ServiceAnswer {
	const url = new URL(requested, 'http://files.invalid');
	const file = files.get(url.pathname.slice('/files/'.length));
	if (!file) throw rowFailure('notFound');
	const expired = files.now() - file.storedAt >= file.lifetimeMs;
	const unsigned = file.signature !== null && url.searchParams.get('signature') !== file.signature;
	if (expired || unsigned) return fileAnswer('text/plain', Buffer.from('This link is dead.'), 403);
	return fileAnswer(file.contentType, file.bytes);
}

const HOUR_MS = 3_600_000;

const prepared = {
	screenshot: { name: 'screenshot.png', contentType: 'image/png' },
	pdf: { name: 'report.pdf', contentType: 'application/pdf' },
	audio: { name: 'sound.mp3', contentType: 'audio/mpeg' },
	video: { name: 'movie.mp4', contentType: 'video/mp4' },
} as const;

/** Returns the prepared file of this kind. The links of audio and video files are signed. */
export function mediaFile(kind: keyof typeof prepared): NewFile {
	const { name, contentType } = prepared[kind];
	const signed = kind === 'audio' || kind === 'video';
	const bytes = readFileSync(path.join(__dirname, 'pages', name));
	const extension = path.extname(name).slice(1);
	return { extension, contentType, bytes, signed, lifetimeMs: signed ? HOUR_MS : 24 * HOUR_MS };
}
