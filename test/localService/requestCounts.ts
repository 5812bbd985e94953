// What a test can count: requests and response sizes by endpoint.
import type { ReceivedRequest } from './requestLog';

export interface EndpointCount {
	requests: number;
	/** Of the responses of the endpoint, without errors and faults. */
	bytes: number;
}

const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** By method and path, with `{id}` instead of each id: `GET /v2/batch/scrape/{id}`. */
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
