// The idempotency key of a catalog call: equal for every attempt of the same work, otherwise different.

import { createHash } from 'node:crypto';
import type { JsonObject } from './response';

/** Limits: at most 128 characters in total, of letters, digits, `.`, `_`, `:`, `-`. */
const MAX_PART_LENGTH = 40;
const HASH_LENGTH = 32;

/** What identifies a piece of work. */
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

const keyPart = (text: string): string =>
	text.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, MAX_PART_LENGTH);

/** The `x-request-id` for the work of one item. Specification: Catalog request idempotency. */
export function deriveRequestId(work: ItemIdentity, body: JsonObject): string {
	const { execution, nodeId, runIndex, itemIndex } = work;
	return [
		keyPart(execution),
		keyPart(nodeId),
		String(runIndex),
		String(itemIndex),
		fingerprint(body),
	].join(':');
}
