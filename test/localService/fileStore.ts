// Files that the service made and gives out under /files/, for as long as their links live.
import { randomBytes, randomUUID } from 'node:crypto';
import { fileAnswer, rowFailure, type ServiceAnswer } from './answer';

export interface ShelfFile {
	extension: string;
	contentType: string;
	bytes: Buffer;
	lifetimeMs: number;
	/** A signed link does not open without its signature. */
	signed?: boolean;
}

interface Shelved extends ShelfFile {
	signature: string | null;
	putAt: number;
}

export interface FileShelf {
	/** The path, from the root of the service. */
	put(file: ShelfFile): string;
	get(name: string): Shelved | undefined;
	now(): number;
	clear(): void;
}

export function createFileShelf(now: () => number): FileShelf {
	const files = new Map<string, Shelved>();
	return {
		put(file) {
			const name = `${randomUUID()}.${file.extension}`;
			const signature = file.signed ? randomBytes(16).toString('hex') : null;
			files.set(name, { ...file, signature, putAt: now() });
			return `/files/${name}${signature ? `?signature=${signature}` : ''}`;
		},
		get: (name) => files.get(name),
		now,
		clear: () => files.clear(),
	};
}

export function serveFile(shelf: FileShelf, path: string): ServiceAnswer {
	const url = new URL(path, 'http://files.invalid');
	const file = shelf.get(url.pathname.slice('/files/'.length));
	if (!file) throw rowFailure('notFound');
	const expired = shelf.now() - file.putAt >= file.lifetimeMs;
	const unsigned = file.signature !== null && url.searchParams.get('signature') !== file.signature;
	if (expired || unsigned) return fileAnswer('text/plain', Buffer.from('This link is dead.'), 403);
	return fileAnswer(file.contentType, file.bytes);
}
