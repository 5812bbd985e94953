import type { ServiceAnswer } from '../answer';
import type { RateClass } from '../rateLimits';
import type { ServiceState } from '../state';
import type { UploadBody } from '../uploadBody';

export interface ApiRequest {
	/** ID in the path. Empty for a path without an ID. */
	id: string;
	/** Second ID in the path. Empty for a path without a second ID. */
	innerId: string;
	url: URL;
	body: unknown;
	/** Content of a multipart body. */
	upload?: UploadBody;
	headers: Record<string, string>;
	/** The team that the API key belongs to. */
	team: string;
	/** Resolves when a fault stops delaying the request. */
	hold: Promise<void>;
}

export interface Endpoint {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** The first capture group is `id`, and the second is `innerId`. */
	path: RegExp;
	/** Rate limit class of the endpoint. Undefined for an endpoint without a rate limit. */
	rateClass?: RateClass;
	serve(request: ApiRequest, state: ServiceState): Promise<ServiceAnswer>;
}

export function isUuid(text: string): boolean {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
