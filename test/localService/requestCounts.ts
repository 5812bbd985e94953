import type { ReceivedRequest } from './requestLog';

export interface EndpointCount {
	requests: number;
	bytes: number;
}

const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * Counts requests by method and path, for example, `GET /v2/batch/scrape/{id}`. `{id}` replaces each
 * ID.
 */
export function countRequests(requests: readonly ReceivedRequest[]): Record<string, EndpointCount> {
	const counts: Record<string, EndpointCount> = {};
	for (const { method, path, responseBytes } of requests) {
		const name = `${method} ${(path.split('?')[0] ?? '').replace(anyId, '{id}')}`;
		const count = (counts[name] ??= { requests: 0, bytes: 0 });
		count.requests += 1;
		count.bytes += responseBytes;
	}
	return counts;
}
