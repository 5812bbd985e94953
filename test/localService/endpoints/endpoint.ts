// The form in which every endpoint is written.
import type { ServiceAnswer } from '../answer';
import type { ServiceState } from '../state';

export interface ApiRequest {
	/** The id in the path, where there is one. */
	id: string;
	/** The second id in the path, where there is one. */
	innerId: string;
	url: URL;
	body: unknown;
	headers: Record<string, string>;
	/** The team of the key. */
	team: string;
	/** Ends when a fault that delays the answer lets the work be done. */
	hold: Promise<void>;
}

export interface Endpoint {
	method: 'GET' | 'POST' | 'DELETE';
	/** The first group is the id, the second the inner one. */
	path: RegExp;
	serve(request: ApiRequest, state: ServiceState): Promise<ServiceAnswer>;
}

export function isUuid(text: string): boolean {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
