import { randomBytes, randomUUID } from 'node:crypto';
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
		clear: () => files.clear(),
	};
}

export function serveFile(files: FileStore, path: string): ServiceAnswer {
	const url = new URL(path, 'http://files.invalid');
	const file = files.get(url.pathname.slice('/files/'.length));
	if (!file) throw rowFailure('notFound');
	const expired = files.now() - file.storedAt >= file.lifetimeMs;
	const unsigned = file.signature !== null && url.searchParams.get('signature') !== file.signature;
	if (expired || unsigned) return fileAnswer('text/plain', Buffer.from('This link is dead.'), 403);
	return fileAnswer(file.contentType, file.bytes);
}
