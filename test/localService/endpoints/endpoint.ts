import type { ServiceAnswer } from '../answer';
import type { ServiceState } from '../state';
import type { UploadBody } from '../requestLog';

export interface ApiRequest {
	id: string;
	innerId: string;
	url: URL;
	body: unknown;
	upload?: UploadBody;
	headers: Record<string, string>;
	team: string;
	hold: Promise<void>;
}

export interface Endpoint {
	method: string;
	/** The first capture group contains `id`, and the second capture group contains `innerId`. */
	path: RegExp;
	serve(request: ApiRequest, state: ServiceState): ServiceAnswer | Promise<ServiceAnswer>;
}

/** `route` is a method and a path with `:id` and `:innerId`, for example, `GET /v2/crawl/:id`. */
export function endpoint(route: `${string} /v2/${string}`, serve: Endpoint['serve']): Endpoint {
	const [method = '', path = ''] = route.split(' ');
	const pattern = path.replace(/:id|:innerId/g, '([^/]+)');
	return { method, path: new RegExp(`^${pattern}$`), serve };
}

export function isUuid(text: string): boolean {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
