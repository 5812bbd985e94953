import * as zlib from 'node:zlib';
import type { NewFile } from '../fileStore';
import { makePdf } from '../pdf/makePdf';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function screenshotFile(width = 1280, height = 720): NewFile {
	const bytes = png(width, height);
	return { extension: 'png', contentType: 'image/png', bytes, lifetimeMs: DAY_MS };
}

export function audioFile(): NewFile {
	const signedFor = { lifetimeMs: HOUR_MS, signed: true };
	return { extension: 'mp3', contentType: 'audio/mpeg', bytes: mp3(), ...signedFor };
}

export function videoFile(): NewFile {
	const signedFor = { lifetimeMs: HOUR_MS, signed: true };
	return { extension: 'mp4', contentType: 'video/mp4', bytes: mp4(), ...signedFor };
}

export function pdfFile(title: string, text: string): NewFile {
	const lines = text.split('\n').slice(0, 40);
	const page = [
		{ text: latin(title), size: 24 },
		...lines.map((line) => ({ text: latin(line), size: 10 })),
	];
	const bytes = makePdf(latin(title), [page]);
	return { extension: 'pdf', contentType: 'application/pdf', bytes, lifetimeMs: DAY_MS };
}

function latin(text: string): string {
	return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
}

// Creates a white image with one bit per pixel.
function png(width: number, height: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([1, 0, 0, 0, 0], 8);
	const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
	row[0] = 0;
	const pixels = Buffer.concat(new Array<Buffer>(height).fill(row));
	const signature = Buffer.from('89504e470d0a1a0a', 'hex');
	const chunks = [
		pngChunk('IHDR', header),
		pngChunk('IDAT', zlib.deflateSync(pixels)),
		pngChunk('IEND', Buffer.alloc(0)),
	];
	return Buffer.concat([signature, ...chunks]);
}

function pngChunk(type: string, data: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(zlib.crc32(typed));
	return Buffer.concat([length, typed, checksum]);
}

// Creates silent MPEG-1 Layer III frames at 128 kbit/s and 44.1 kHz.
function mp3(): Buffer {
	const frame = Buffer.alloc(417);
	frame.set([0xff, 0xfb, 0x90, 0xc4]);
	return Buffer.concat(new Array<Buffer>(10).fill(frame));
}

// Creates a movie without tracks. The file contains only the file type box and the movie header box.
function mp4(): Buffer {
	const movieHeader = Buffer.alloc(100);
	movieHeader.writeUInt32BE(1000, 12);
	movieHeader.writeUInt32BE(0x00010000, 20);
	movieHeader.writeUInt16BE(0x0100, 24);
	for (const [at, value] of [
		[36, 0x00010000],
		[52, 0x00010000],
		[68, 0x40000000],
		[96, 1],
	] as const) {
		movieHeader.writeUInt32BE(value, at);
	}
	const brands = Buffer.from('isom\0\0\x02\0isommp41', 'latin1');
	return Buffer.concat([
		mp4Box('ftyp', brands),
		mp4Box('moov', mp4Box('mvhd', movieHeader)),
		mp4Box('mdat', Buffer.alloc(0)),
	]);
}

function mp4Box(type: string, data: Buffer): Buffer {
	const size = Buffer.alloc(4);
	size.writeUInt32BE(data.length + 8);
	return Buffer.concat([size, Buffer.from(type), data]);
}
