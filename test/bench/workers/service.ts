import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { serve } from './serve';

export interface ServiceOptions {
	tls: { key: string; cert: string };
	delayMs?: number;
}

export interface Count {
	requests: number;
}

export type ServiceJob =
	{ kind: 'start'; options: ServiceOptions } | { kind: 'take'; apiKey: string };
export type FixedAnswer = { http: string; https: string } | Count;

const ANSWER_BYTES = 20_000;
const json = { 'content-type': 'application/json' };

let options: ServiceOptions;
const answer = scrapeAnswer();
const counts = new Map<string, Count>();

const newCount = (): Count => ({ requests: 0 });

function countOf(request: http.IncomingMessage): Count {
	const apiKey = String(request.headers.authorization).slice('Bearer '.length);
	const count = counts.get(apiKey) ?? newCount();
	counts.set(apiKey, count);
	return count;
}

function scrapeAnswer(): Buffer {
	const metadata = { title: 'A page', statusCode: 200, contentType: 'text/html', creditsUsed: 1 };
	const line = 'The harbour opens at six, the tide turns at half past nine. ';
	const markdown = line.repeat(Math.ceil(ANSWER_BYTES / line.length));
	return Buffer.from(JSON.stringify({ success: true, data: { markdown, metadata } }));
}

function receive(request: http.IncomingMessage, response: http.ServerResponse): void {
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
	return { http: plain, https: secure };
}

function take(apiKey: string): Count {
	const count = counts.get(apiKey) ?? newCount();
	counts.delete(apiKey);
	return count;
}

serve(async (job: ServiceJob): Promise<FixedAnswer> =>
	job.kind === 'start' ? await start(job.options) : take(job.apiKey),
);
