import { failureError, requestBodyError } from './errors';
import type { FilePart, MultipartBody, NodeReadable } from './http';

export interface Upload {
	/** The headers of the multipart body: `content-type`, and `content-length` if all file sizes are known. */
	headers: Record<string, string>;
	/**
	 * Chunks of the encoded body. Iteration throws a `requestBodyError` if a file cannot be read or does not match its
	 * declared size.
	 */
	chunks: AsyncGenerator<Uint8Array, void>;
	/** The stream of the first streamed file. Undefined if all files are held in memory. */
	firstStream?: NodeReadable;
	close(): void;
}

type StreamedPart = FilePart & { content: () => Promise<NodeReadable> };
type Part = MultipartBody[number];

interface OpenStream {
	part?: StreamedPart;
	stream?: NodeReadable;
	closed: boolean;
}

const CRLF = '\r\n';

const isStreamed = (part: Part): part is StreamedPart =>
	'content' in part && typeof part.content === 'function';

/** Escapes a field name or file name as browsers do: https://html.spec.whatwg.org/#multipart-form-data */
const escapeName = (name: string): string =>
	name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');

function partHead(part: Part, boundary: string): Buffer {
	const disposition = `Content-Disposition: form-data; name="${escapeName(part.name)}"`;
	const lines =
		'content' in part
			? [
					`${disposition}; filename="${escapeName(part.fileName)}"`,
					`Content-Type: ${part.contentType.replace(/[^\t\x20-\x7e]/g, '')}`,
				]
			: [disposition];
	return Buffer.from([`--${boundary}`, ...lines, '', ''].join(CRLF));
}

const closingLine = (boundary: string): Buffer => Buffer.from(`--${boundary}--${CRLF}`);

function bodyLength(parts: readonly Part[], boundary: string): number | undefined {
	let length = closingLine(boundary).length;
	for (const part of parts) {
		let size: number | undefined;
		if (!('content' in part)) size = Buffer.byteLength(part.value);
		else size = typeof part.content === 'function' ? part.size : part.content.length;
		if (size === undefined) return undefined;
		length += partHead(part, boundary).length + size + CRLF.length;
	}
	return length;
}

async function openStream(open: OpenStream, part: StreamedPart): Promise<NodeReadable> {
	if (open.part === part && open.stream !== undefined) return open.stream;
	try {
		const stream = await part.content();
		// Without an error listener, a stream that fails before it is read would crash the process.
		stream.on('error', () => undefined);
		if (open.closed) stream.destroy();
		return Object.assign(open, { part, stream }).stream;
	} catch (error) {
		throw requestBodyError(part.fileName, error);
	}
}

async function* streamChunks(
	{ fileName, size, maxSize = Infinity }: StreamedPart,
	stream: NodeReadable,
): AsyncGenerator<Uint8Array, void> {
	let bytes = 0;
	try {
		for await (const chunk of stream) {
			const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
			bytes += buffer.length;
			if (bytes > (size ?? maxSize)) break;
			yield buffer;
		}
	} catch (error) {
		throw requestBodyError(fileName, error);
	}
	if (size === undefined && bytes > maxSize) {
		const message = `The file ${fileName} contains more than ${maxSize / 1024 / 1024} MB`;
		throw failureError('fileTooLarge', message);
	}
	if (size === undefined || bytes === size) return;
	const difference = bytes < size ? 'fewer' : 'more';
	throw requestBodyError(fileName, new Error(`it contains ${difference} than ${size} bytes`));
}

async function* encodeParts(
	parts: readonly Part[],
	boundary: string,
	open: OpenStream,
): AsyncGenerator<Uint8Array, void> {
	for (const part of parts) {
		yield partHead(part, boundary);
		if (isStreamed(part)) yield* streamChunks(part, await openStream(open, part));
		else yield 'content' in part ? (part.content as Buffer) : Buffer.from(part.value);
		yield Buffer.from(CRLF);
	}
	yield closingLine(boundary);
}

/**
 * Encodes a multipart body (https://www.rfc-editor.org/rfc/rfc7578). Rejects with a `requestBodyError` if the first
 * streamed file cannot be opened. Later files are opened while `chunks` is read.
 */
export async function openUpload(parts: MultipartBody, boundary: string): Promise<Upload> {
	const open: OpenStream = { closed: false };
	const first = parts.find(isStreamed);
	const firstStream = first && (await openStream(open, first));
	const length = bodyLength(parts, boundary);
	return {
		headers: {
			'content-type': `multipart/form-data; boundary=${boundary}`,
			...(length === undefined ? {} : { 'content-length': String(length) }),
		},
		chunks: encodeParts(parts, boundary, open),
		firstStream,
		close() {
			open.closed = true;
			open.stream?.destroy();
		},
	};
}
