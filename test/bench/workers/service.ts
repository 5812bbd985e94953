import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { serve } from './serve';

export interface ServiceOptions {
	tls: { key: string; cert: string };
	delayMs?: number;
	/** Size of a scrape response in bytes. Default: 20,000. */
	answerBytes?: number;
	fileBytes?: number;
}

export interface Count {
	requests: number;
	/** Number of requests for files, across all accounts. */
	files: number;
}

export type ServiceJob =
	{ kind: 'start'; options: ServiceOptions } | { kind: 'take'; apiKey: string };
export type FixedAnswer = { http: string; https: string } | Count;

const json = { 'content-type': 'application/json' };

let options: ServiceOptions;
let answer: Buffer;
let file: Buffer;
let files = 0;
const counts = new Map<string, Count>();

const newCount = (): Count => ({ requests: 0, files: 0 });

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

function giveFile(response: http.ServerResponse): void {
	files++;
	response.writeHead(200, { 'content-type': 'image/png', 'content-length': file.length });
	response.end(file);
}

function receive(request: http.IncomingMessage, response: http.ServerResponse): void {
	if (request.url?.startsWith('/files/')) return giveFile(response);
	countOf(request).requests++;
	const scrape = () => {
		response.writeHead(200, { ...json, 'content-length': answer.length });
		response.end(answer);
	};
	request.resume();
	request.on('end', () => void (options.delayMs ? setTimeout(scrape, options.delayMs) : scrape()));
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
