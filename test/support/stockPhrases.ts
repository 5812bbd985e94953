// What n8n says of a failed request where a node says nothing: asked of n8n's own class.

import { NodeApiError, type INode } from 'n8n-workflow';

const nobody: INode = {
	id: 'id',
	name: 'Any',
	type: 'any.any',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const saidOf = (answer: { message?: string }, httpCode?: string): string =>
	new NodeApiError(nobody, answer, { httpCode }).message;

export const statuses: readonly string[] = Array.from({ length: 200 }, (_, index) =>
	String(400 + index),
);

/** Names of Node's errors in which n8n's classes see a message of their own, wherever they stand. */
export const nodeCodes: readonly string[] = [
	...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'ERRADDRINUSE', 'EADDRNOTAVAIL'],
	...['ECONNABORTED', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES'],
	...['EEXIST', 'EPERM', 'GETADDRINFO'],
];

export const stockPhrases: readonly string[] = [
	...new Set([
		...statuses.map((status) => saidOf({}, status)),
		...nodeCodes.map((message) => saidOf({ message })),
		saidOf({}),
	]),
];
