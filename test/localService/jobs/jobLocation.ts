import type { ApiRequest } from '../endpoints/endpoint';
import type { ServiceState } from '../state';

export function jobLocation(path: string, { headers }: ApiRequest, state: ServiceState): string {
	const { protocol, host } = new URL(state.url);
	return `${protocol}//${headers.host ?? host}${path}`;
}
