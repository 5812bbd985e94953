import { createHash } from 'node:crypto';
import type { JsonObject } from './response';

const HASH_LENGTH = 32;

export interface ItemIdentity {
	/** Identifies an execution and all its retries. */
	execution: string;
	nodeId: string;
	/** Number of earlier runs of the node in this execution, for example, in a loop. */
	runIndex: number;
	itemIndex: number;
}

/** Returns 32 hexadecimal digits. */
export const fingerprint = (body: JsonObject): string =>
	createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, HASH_LENGTH);

/**
 * Returns the `x-request-id` for an item (specification, "Catalog request idempotency"). The ID has 32
 * characters, because n8n's error panel truncates longer IDs.
 */
export function deriveRequestId(work: ItemIdentity, body: JsonObject): string {
	const { execution, nodeId, runIndex, itemIndex } = work;
	return fingerprint({ execution, nodeId, runIndex, itemIndex, body });
}

/** Derives an idempotency key for endpoints that accept only UUIDs. A higher `usedKeys` gives a new key. */
export function deriveUuid(work: ItemIdentity, body: JsonObject, usedKeys = 0): string {
	const hash = fingerprint({ requestId: deriveRequestId(work, body), usedKeys });
	// A UUID contains a version (5: derived from a hash) and a variant (8, 9, a, or b).
	const variant = '89ab'[parseInt(hash.slice(16, 17), 16) % 4] ?? '8';
	const parts = [hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`];
	return [...parts, `${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
