import type { IncomingMessage } from 'node:http';
import type { ReceivedRequest } from './requestLog';

// The specification states no number; 10 MB is the limit of the public service.
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

export type BodyState = 'none' | 'json' | 'notJson' | 'wrongType' | 'tooLarge';

export async function readBody(
	request: IncomingMessage,
	entry: ReceivedRequest,
): Promise<BodyState> {
	const bytes = await collect(request);
	if (bytes === undefined) return 'tooLarge';
	entry.rawBody = bytes.toString('utf8');
	if (bytes.length === 0) return 'none';
	const parsed = parse(entry.rawBody);
	if (parsed) entry.body = parsed.value;
	if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return 'wrongType';
	return parsed ? 'json' : 'notJson';
}

// A body that is too large is still read to its end, so that the client receives the response.
async function collect(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= MAX_BODY_BYTES) chunks.push(chunk);
		else chunks.length = 0;
	}
	return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

function parse(text: string): { value: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return { value };
	} catch {
		return undefined;
	}
}
