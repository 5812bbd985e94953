import type { ApiRequest } from '../endpoints/endpoint';
import type { ServiceState } from '../state';

/** Returns an absolute URL with the host that the client used. */
export function jobLocation(path: string, { headers }: ApiRequest, state: ServiceState): string {
	const { protocol, host } = new URL(state.url);
	return `${protocol}//${headers.host ?? host}${path}`;
}
