import type { IncomingMessage } from 'node:http';
import type { ReceivedRequest } from './requestLog';
import { isMultipart, readUpload } from './uploadBody';

// Maximum body size of the public service. The specification states no maximum.
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const MAX_UPLOAD_BYTES = 64 * 1024 * 1024;

export type BodyState = 'none' | 'json' | 'upload' | 'notJson' | 'wrongType' | 'tooLarge';

export async function readBody(
	request: IncomingMessage,
	entry: ReceivedRequest,
): Promise<BodyState> {
	const contentType = request.headers['content-type'] ?? '';
	const uploads = isMultipart(contentType);
	const bytes = await collect(request, uploads ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES);
	if (bytes === undefined) return 'tooLarge';
	if (uploads) return await readParts(bytes, contentType, entry);
	entry.rawBody = bytes.toString('utf8');
	if (bytes.length === 0) return 'none';
	const parsed = parse(entry.rawBody);
	if (parsed) entry.body = parsed.value;
	if (!/^application\/json\b/i.test(contentType)) return 'wrongType';
	return parsed ? 'json' : 'notJson';
}

async function readParts(
	bytes: Buffer,
	contentType: string,
	entry: ReceivedRequest,
): Promise<BodyState> {
	try {
		entry.upload = await readUpload(bytes, contentType);
		return 'upload';
	} catch {
		return 'notJson';
	}
}

// Reads an oversized body to its end, so that the client can receive the error response.
async function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= maxBytes) chunks.push(chunk);
		else chunks.length = 0;
	}
	return size > maxBytes ? undefined : Buffer.concat(chunks);
}

function parse(text: string): { value: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return { value };
	} catch {
		return undefined;
	}
}
