// The idempotency key of a catalog call: equal for every attempt of the same work, otherwise different.

import { createHash } from 'node:crypto';
import type { JsonObject } from './response';

const HASH_LENGTH = 32;

/** The values from which the request ID is derived. */
export interface ItemIdentity {
	/** The same in an execution and every *Retry* of it. */
	execution: string;
	nodeId: string;
	/** How often the node has already run in this execution, including loops. */
	runIndex: number;
	itemIndex: number;
}

/** A short fingerprint of a request's body: letters and digits, the same for equal JSON text. */
export const fingerprint = (body: JsonObject): string =>
	createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, HASH_LENGTH);

/**
 * The `x-request-id` for the work of one item. n8n's error panel truncates a longer one. Specification: Catalog request
 * idempotency.
 */
export function deriveRequestId(work: ItemIdentity, body: JsonObject): string {
	const { execution, nodeId, runIndex, itemIndex } = work;
	return fingerprint({ execution, nodeId, runIndex, itemIndex, body });
}

/**
 * The same as a UUID, for services that accept no other keys. A rejected request uses up its key, so the number of
 * `rejections` of the same request changes it.
 */
export function deriveUuid(work: ItemIdentity, body: JsonObject, rejections = 0): string {
	const hash = fingerprint({ requestId: deriveRequestId(work, body), rejections });
	// Version 5 is for UUIDs from a hash; the digits 8 to b mark the variant.
	const variant = '89ab'[parseInt(hash.slice(16, 17), 16) % 4] ?? '8';
	const parts = [hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`];
	return [...parts, `${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
