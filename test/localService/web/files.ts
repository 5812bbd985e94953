import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileAnswer, rowFailure, type ServiceAnswer } from '../answer';
import type { ServiceState } from '../state';

const files = {
	screenshot: ['screenshot.png', 'image/png'],
	pdf: ['report.pdf', 'application/pdf'],
	audio: ['sound.mp3', 'audio/mpeg'],
	video: ['movie.mp4', 'video/mp4'],
} as const;

export type FileKind = keyof typeof files;

export function sampleFile(kind: FileKind): ServiceAnswer {
	const [name, contentType] = files[kind];
	return fileAnswer(contentType, readFileSync(join(__dirname, 'pages', name)));
}

/** Returns a new link to a sample file. The links to audio and video files are signed. */
export function linkTo(kind: FileKind, { url, links }: ServiceState): string {
	const isSigned = kind === 'audio' || kind === 'video';
	const signature = isSigned ? `?signature=${randomUUID()}` : '';
	const path = `/files/${randomUUID()}${extname(files[kind][0])}${signature}`;
	links.set(path, kind);
	return url + path;
}

export function serveFile(path: string, { links }: ServiceState): ServiceAnswer {
	const kind = links.get(path);
	if (kind === undefined) throw rowFailure('notFound');
	return sampleFile(kind);
}
