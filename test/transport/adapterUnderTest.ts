import { n8nRequestTransport } from '../../nodes/WebData/transport/n8nRequest/n8nRequestTransport';
import type { StreamingTransport } from '../../nodes/WebData/transport/http';
import {
	undiciTransport,
	type UndiciTransportOptions,
} from '../../nodes/WebData/transport/undici/undiciTransport';
import { isCloud, n8nRequestHelper, type HttpRequestHelper } from '../support/build';
import { stopServers } from './loopback';

let helper: HttpRequestHelper | undefined;

/** n8n's request helper takes certificates per request and has no connection timeout. */
function openN8nAdapter({
	check,
	ca,
	connectTimeoutMs,
}: UndiciTransportOptions): StreamingTransport {
	const request = (helper ??= n8nRequestHelper());
	return n8nRequestTransport({
		check,
		request: (options) =>
			request({
				...options,
				timeout: connectTimeoutMs ?? options.timeout,
				...(ca === undefined ? {} : { agentOptions: { ca } }),
			}),
	});
}

export const openAdapter = (options: UndiciTransportOptions = {}): StreamingTransport =>
	isCloud ? openN8nAdapter(options) : undiciTransport(options);

/** Returns a function that opens an adapter. After each test, the adapters are closed and the servers are stopped. */
export function useAdapter(): typeof openAdapter {
	const opened: StreamingTransport[] = [];
	afterEach(async () => {
		await Promise.all(opened.splice(0).map((transport) => transport.close()));
		await stopServers();
	});
	return (options) => {
		const transport = openAdapter(options);
		opened.push(transport);
		return transport;
	};
}

/** n8n's request helper supports neither connection reuse nor a custom DNS lookup. */
export const testPool = isCloud ? test.skip : test;

/**
 * Test results that differ between n8n's request helper and undici. docs/self-hosting.md lists the helper's
 * limitations.
 */
const n8nResults = {
	'a header named __proto__': [],
	'truncated compressed response': ['response 200'],
	'truncated compressed file': undefined,
	'unknown encoding': { kind: 'failure', failure: 'decodeFailed' },
	'abort while connecting': { failure: 'aborted', possiblySent: true },
	'connections for two requests': 2,
	'another protocol': 'headTimeout',
};

export const expectedResult = <T>(difference: keyof typeof n8nResults, undiciResult: T): T =>
	isCloud ? (n8nResults[difference] as T) : undiciResult;
