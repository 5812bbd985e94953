import type { ServerResponse } from 'node:http';
import { rowAnswer, fileAnswer, jsonAnswer, type ServiceAnswer } from './answer';
import type { FaultAnswer } from './faults';

export type Work = (hold?: Promise<void>) => Promise<ServiceAnswer>;

export function writeWhole(response: ServerResponse, answer: ServiceAnswer): void {
	writeHead(response, answer);
	response.end(answer.body);
}

function writeHead(response: ServerResponse, { status, headers, body }: ServiceAnswer): void {
	response.writeHead(status, { ...headers, 'content-length': String(body.length) });
}

export async function writeFaulty(
	response: ServerResponse,
	fault: FaultAnswer,
	work: Work,
	wait: (ms: number) => Promise<void>,
): Promise<void> {
	switch (fault.kind) {
		case 'json':
			return writeWhole(response, jsonAnswer(fault.status, fault.body, fault.headers));
		case 'raw':
			return writeWhole(response, rawAnswer(fault));
		case 'errorRow':
			return writeWhole(response, rowAnswer(fault.id, fault.patch, fault.headers));
		case 'redirect': {
			const headers = { location: fault.location };
			return writeWhole(response, { status: fault.status, headers, body: Buffer.alloc(0) });
		}
		case 'stallHead':
			return;
		case 'resetBefore':
			return reset(response);
		case 'bigBody':
			return writeWhole(response, bigAnswer(fault.bytes));
		case 'delayedHead':
			return writeWhole(response, await work(wait(fault.ms)));
		case 'resetAfter':
			await work();
			return reset(response);
		case 'stallBody':
			return await writePart(response, await work(), fault.afterBytes);
		case 'cutBody':
			await writePart(response, await work(), fault.afterBytes);
			response.socket?.destroy();
			return;
	}
}

function rawAnswer(fault: Extract<FaultAnswer, { kind: 'raw' }>): ServiceAnswer {
	const { base64, text = '', status, headers } = fault;
	const body = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
	const answer = fileAnswer(fault.contentType, body, status);
	return { ...answer, headers: { ...answer.headers, ...headers } };
}

function reset({ socket }: ServerResponse): void {
	try {
		socket?.resetAndDestroy();
	} catch {
		// `resetAndDestroy` fails for a TLS socket.
		socket?.destroy();
	}
}

async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
	if (response.destroyed) return;
	await new Promise<void>((resolve) => {
		response.once('close', resolve);
		response.write(bytes, () => {
			response.off('close', resolve);
			resolve();
		});
	});
}

async function writePart(
	response: ServerResponse,
	answer: ServiceAnswer,
	afterBytes: number,
): Promise<void> {
	writeHead(response, answer);
	response.flushHeaders();
	// Never sends the last byte, so that the response stays incomplete.
	const end = Math.max(0, Math.min(afterBytes, answer.body.length - 1));
	await write(response, answer.body.subarray(0, end));
}

const bigHead = '{"success":true,"data":{"markdown":"';
const bigTail = '","metadata":{"statusCode":200,"contentType":"text/html"}}}';

function bigAnswer(bytes: number): ServiceAnswer {
	const filling = Buffer.alloc(Math.max(0, bytes - bigHead.length - bigTail.length), 'a');
	const body = Buffer.concat([Buffer.from(bigHead), filling, Buffer.from(bigTail)]);
	return fileAnswer('application/json; charset=utf-8', body);
}
