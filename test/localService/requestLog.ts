import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface UploadedFile {
	part: string;
	fileName: string;
	contentType: string;
	bytes: Buffer;
}

export interface UploadBody {
	files: UploadedFile[];
	texts: Record<string, string>;
}

export interface ReceivedRequest {
	method: string;
	path: string;
	/** A word such as `right` or `wrong` replaces the API key in `authorization`. */
	headers: Record<string, string>;
	/** Undefined if the request body is not JSON. */
	body: unknown;
	rawBody: string;
	upload?: UploadBody;
	/** Time of arrival in milliseconds since the epoch. */
	at: number;
	/** Number of API requests in progress at the time of arrival, including this request. */
	inFlight: number;
	aborted: boolean;
}

export type KeyStatus = 'right' | 'otherTeam' | 'forbidden' | 'wrong' | 'missing';

export function createRequestLog() {
	/** Requests for paths under /v2/ and requests for unknown paths. */
	const api: ReceivedRequest[] = [];
	/** Requests for pages and files, including the requests that the service sends for scrapes. */
	const fetches: ReceivedRequest[] = [];
	let serving = 0;
	return {
		api,
		fetches,
		arrived(request: IncomingMessage, key: KeyStatus, response: ServerResponse): ReceivedRequest {
			const { url = '/' } = request;
			const isFetch = /^\/(pages|files|site)\//.test(url);
			if (!isFetch) serving += 1;
			const entry = newEntry(request, key, serving);
			(isFetch ? fetches : api).push(entry);
			response.once('close', () => {
				if (!isFetch) serving -= 1;
				const clientLeft = request.socket.readableEnded || request.socket.errored !== null;
				entry.aborted = clientLeft && !response.writableFinished;
			});
			return entry;
		},
	};
}

function newEntry(request: IncomingMessage, key: KeyStatus, inFlight: number): ReceivedRequest {
	const { method = 'GET', url: path = '/' } = request;
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
	if ('authorization' in headers) headers.authorization = key;
	const unknown = { body: undefined, rawBody: '', aborted: false };
	return { method, path, headers, at: Date.now(), inFlight, ...unknown };
}

export type BodyState = 'valid' | 'notJson' | 'wrongType';

/** Reads the body into the log entry. */
export async function readBody(
	request: IncomingMessage,
	entry: ReceivedRequest,
): Promise<BodyState> {
	const contentType = request.headers['content-type'] ?? '';
	const isUpload = /^multipart\/form-data\b/i.test(contentType);
	const isJson = /^application\/json\b/i.test(contentType);
	const bytes = await buffer(request);
	try {
		if (isUpload) {
			entry.upload = await readUpload(bytes, contentType);
			return 'valid';
		}
		entry.rawBody = bytes.toString('utf8');
		if (bytes.length === 0) return 'valid';
		entry.body = JSON.parse(entry.rawBody);
	} catch {
		return isUpload || isJson ? 'notJson' : 'wrongType';
	}
	return isJson ? 'valid' : 'wrongType';
}

async function readUpload(bytes: Buffer, contentType: string): Promise<UploadBody> {
	const headers = { 'content-type': contentType };
	const form = await new Response(new Uint8Array(bytes), { headers }).formData();
	const upload: UploadBody = { files: [], texts: {} };
	for (const [part, value] of form.entries()) {
		if (typeof value === 'string') upload.texts[part] = value;
		else {
			const content = Buffer.from(await value.arrayBuffer());
			const file = { part, fileName: value.name, contentType: value.type, bytes: content };
			upload.files.push(file);
		}
	}
	return upload;
}
