// Default messages of n8n's NodeApiError. n8n shows a default message if a node does not set a message.

import { NodeApiError, type INode } from 'n8n-workflow';

const defaults = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
const plainNode: INode = { id: 'id', name: 'Any', type: 'any.any', ...defaults };

const messageFor = (answer: { message?: string }, httpCode?: string): string =>
	new NodeApiError(plainNode, answer, { httpCode }).message;

export const statuses = Array.from({ length: 200 }, (_, index) => String(400 + index));

/** Error codes for which n8n's error classes always set a default message. */
export const nodeCodes: readonly string[] = [
	...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'ERRADDRINUSE', 'EADDRNOTAVAIL'],
	...['ECONNABORTED', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES'],
	...['EEXIST', 'EPERM', 'GETADDRINFO'],
];

export const stockPhrases: readonly string[] = [
	...new Set([
		...statuses.map((status) => messageFor({}, status)),
		...nodeCodes.map((message) => messageFor({ message })),
		messageFor({}),
	]),
];
