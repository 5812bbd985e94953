import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { serve } from './serve';

export interface ServiceOptions {
	tls: { key: string; cert: string };
	delayMs?: number;
}

export type ServiceJob = { kind: 'start'; options: ServiceOptions } | { kind: 'take' };

const ANSWER_BYTES = 20_000;

const answer = scrapeAnswer();
let requests = 0;

function scrapeAnswer(): Buffer {
	const metadata = { title: 'A page', statusCode: 200, contentType: 'text/html', creditsUsed: 1 };
	const line = 'The harbour opens at six, the tide turns at half past nine. ';
	const markdown = line.repeat(Math.ceil(ANSWER_BYTES / line.length));
	return Buffer.from(JSON.stringify({ success: true, data: { markdown, metadata } }));
}

const headers = { 'content-type': 'application/json', 'content-length': answer.length };

async function start({ tls, delayMs = 0 }: ServiceOptions): Promise<string> {
	const server = createServer(tls, (request: IncomingMessage, response: ServerResponse) => {
		requests++;
		const scrape = () => response.writeHead(200, headers).end(answer);
		request.resume();
		request.on('end', () => void (delayMs > 0 ? setTimeout(scrape, delayMs) : scrape()));
	});
	server.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve));
	return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function take(): number {
	const taken = requests;
	requests = 0;
	return taken;
}

serve(async (job: ServiceJob): Promise<string | number> =>
	job.kind === 'start' ? await start(job.options) : take(),
);
