// The form in which every endpoint is written.
import type { ServiceAnswer } from '../answer';
import type { ServiceState } from '../state';

export interface ApiRequest {
	/** The id in the path, where there is one. */
	id: string;
	url: URL;
	body: unknown;
	headers: Record<string, string>;
}

export interface Endpoint {
	method: 'GET' | 'POST' | 'DELETE';
	/** The first group is the id. */
	path: RegExp;
	serve(request: ApiRequest, state: ServiceState): Promise<ServiceAnswer>;
}

export function isUuid(text: string): boolean {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
