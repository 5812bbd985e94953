import type { ServiceAnswer } from '../answer';
import type { RateClass } from '../rateLimits';
import type { ServiceState } from '../state';
import type { UploadBody } from '../uploadBody';

export interface ApiRequest {
	/** The id in the path, if it has one. */
	id: string;
	/** The second id in the path, if it has one. */
	innerId: string;
	url: URL;
	body: unknown;
	/** The files of a multipart body. */
	upload?: UploadBody;
	headers: Record<string, string>;
	/** The team that the API key belongs to. */
	team: string;
	/** Resolves when a fault that delays the work ends. */
	hold: Promise<void>;
}

export interface Endpoint {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** The first group is the outer id, the second the inner one. */
	path: RegExp;
	/** Rate limit class of the endpoint. Without one, the endpoint is not rate limited. */
	rateClass?: RateClass;
	serve(request: ApiRequest, state: ServiceState): Promise<ServiceAnswer>;
}

export function isUuid(text: string): boolean {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
