import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { NewFile } from '../fileStore';

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
	const bytes = readFileSync(path.join(__dirname, '../pages', name));
	const extension = path.extname(name).slice(1);
	return { extension, contentType, bytes, signed, lifetimeMs: signed ? HOUR_MS : 24 * HOUR_MS };
}
