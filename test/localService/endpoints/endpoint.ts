import { jsonAnswer, type ServiceAnswer } from '../answer';
import type { UploadBody } from '../requestLog';
import type { ServiceState } from '../state';

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
	serve(request: ApiRequest, state: ServiceState): Promise<ServiceAnswer>;
}

type Answer = ServiceAnswer | Record<string, unknown>;

export type Serve = (request: ApiRequest, state: ServiceState) => Answer | Promise<Answer>;

/**
 * `route` is a method and a path with `:id` and `:innerId`, for example, `GET /v2/crawl/:id`. `serve` returns the fields
 * of a successful response, or a complete response. `serve` throws an error response.
 */
export function endpoint(route: `${string} /v2/${string}`, serve: Serve): Endpoint {
	const [method = '', path = ''] = route.split(' ');
	const pattern = path.replace(/:id|:innerId/g, '([^/]+)');
	return {
		method,
		path: new RegExp(`^${pattern}$`),
		serve: async (request, state) => {
			const answer = await serve(request, state);
			return isComplete(answer) ? answer : jsonAnswer(200, { success: true, ...answer });
		},
	};
}

const isComplete = (answer: Answer): answer is ServiceAnswer => Buffer.isBuffer(answer.body);

export function isUuid(text: string): boolean {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
