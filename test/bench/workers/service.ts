import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { serve, TROUBLED } from './serve';

export interface ServiceOptions {
	tls: { key: string; cert: string };
	delayMs?: number;
	/** Size of a scrape response in bytes. Default: 20,000. */
	answerBytes?: number;
	/** Maximum number of concurrent requests per account, and the `Retry-After` of a refusal in seconds. */
	limit?: { most: number; retryAfter?: number };
	/** Milliseconds from the first poll of a run to the end of the run. */
	runMs?: number;
	fileBytes?: number;
}

export interface Count {
	requests: number;
	refused: number;
	troubled: number;
	/** Number of requests for files, across all accounts. */
	files: number;
	inFlight: number;
}

export type ServiceJob =
	{ kind: 'start'; options: ServiceOptions } | { kind: 'take'; apiKey: string };
export type FixedAnswer = { http: string; https: string } | Count;

const TROUBLES = 2;
const json = { 'content-type': 'application/json' };

let options: ServiceOptions;
let answer: Buffer;
let file: Buffer;
let files = 0;
const counts = new Map<string, Count>();
const troubles = new Map<string, number>();
const runs = new Map<string, number>();

const newCount = (): Count => ({
	requests: 0,
	refused: 0,
	troubled: 0,
	files: 0,
	inFlight: 0,
});

function countOf(request: http.IncomingMessage): Count {
	const apiKey = String(request.headers.authorization).slice('Bearer '.length);
	const count = counts.get(apiKey) ?? newCount();
	counts.set(apiKey, count);
	return count;
}

function answerOf(bytes: number, link?: string): Buffer {
	const metadata = { title: 'A page', statusCode: 200, contentType: 'text/html', creditsUsed: 1 };
	const line = 'The harbour opens at six, the tide turns at half past nine. ';
	const bare = { success: true, data: { markdown: '', screenshot: link, metadata } };
	const length = Math.max(0, bytes - JSON.stringify(bare).length);
	const markdown = line.repeat(Math.ceil(length / line.length)).slice(0, length);
	return Buffer.from(JSON.stringify({ ...bare, data: { ...bare.data, markdown } }));
}

function refuse(response: http.ServerResponse, retryAfter: number | undefined): void {
	const hint = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
	response.writeHead(429, { ...json, ...hint });
	response.end('{"success":false,"error":"Concurrency limit reached"}');
}

function isInTrouble(body: string, count: Count): boolean {
	if (!body.includes(TROUBLED)) return false;
	count.troubled++;
	const before = troubles.get(body) ?? 0;
	troubles.set(body, before + 1);
	return before < TROUBLES;
}

function scrape(body: string, count: Count, response: http.ServerResponse): void {
	if (isInTrouble(body, count)) {
		response.writeHead(503, json);
		response.end('{"success":false,"error":"Service Unavailable"}');
		return;
	}
	response.writeHead(200, { ...json, 'content-length': answer.length });
	response.end(answer);
}

function poll(path: string, response: http.ServerResponse): void {
	const begun = runs.get(path) ?? Date.now();
	runs.set(path, begun);
	const status = Date.now() - begun < (options.runMs ?? 0) ? 'processing' : 'completed';
	const data = status === 'completed' ? { answer: 'Half past nine.' } : undefined;
	response.writeHead(200, json);
	response.end(JSON.stringify({ success: true, status, data, expiresAt: '2030-01-01T00:00:00Z' }));
}

function giveFile(response: http.ServerResponse): void {
	files++;
	response.writeHead(200, { 'content-type': 'image/png', 'content-length': file.length });
	response.end(file);
}

function work(
	{ url = '', method }: http.IncomingMessage,
	body: string,
	count: Count,
	response: http.ServerResponse,
): void {
	if (method === 'POST') scrape(body, count, response);
	else poll(url, response);
}

function receive(request: http.IncomingMessage, response: http.ServerResponse): void {
	if (request.url?.startsWith('/files/')) return giveFile(response);
	const count = countOf(request);
	count.requests++;
	const { limit, delayMs } = options;
	if (limit && count.inFlight >= limit.most) {
		count.refused++;
		request.resume();
		return refuse(response, limit.retryAfter);
	}
	count.inFlight++;
	response.on('close', () => count.inFlight--);
	let body = '';
	request.setEncoding('latin1');
	request.on('data', (piece: string) => (body += piece));
	request.on('end', () => {
		if (delayMs) setTimeout(work, delayMs, request, body, count, response);
		else work(request, body, count, response);
	});
}

async function listen(server: http.Server, scheme: string): Promise<string> {
	server.keepAliveTimeout = 600_000;
	server.on('clientError', (_error, socket) => socket.destroy());
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve));
	return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function start(wanted: ServiceOptions): Promise<{ http: string; https: string }> {
	options = wanted;
	const plain = await listen(http.createServer(receive), 'http');
	const secure = await listen(https.createServer(options.tls, receive), 'https');
	file = Buffer.alloc(options.fileBytes ?? 0, 'file');
	const link = options.fileBytes ? `${plain}/files/picture.png` : undefined;
	answer = answerOf(options.answerBytes ?? 20_000, link);
	return { http: plain, https: secure };
}

function take(apiKey: string): Count {
	const count = counts.get(apiKey) ?? newCount();
	counts.delete(apiKey);
	const taken = { ...count, files };
	files = 0;
	return taken;
}

serve(async (job: ServiceJob): Promise<FixedAnswer> =>
	job.kind === 'start' ? await start(job.options) : take(job.apiKey),
);
