// The adapter that the contract is held against: undici's, or in the project `cloud` the one over n8n's request helper.

import { n8nRequestTransport } from '../../nodes/WebData/transport/n8nRequest/n8nRequestTransport';
import type { StreamingTransport } from '../../nodes/WebData/transport/http';
import {
	undiciTransport,
	type UndiciTransportOptions,
} from '../../nodes/WebData/transport/undici/undiciTransport';
import { isCloud, n8nRequestHelper, type RequestHelper } from '../support/build';

let helper: RequestHelper | undefined;

/** Certificates go with each request; a connection has the time that the head has. */
function overHelper({ check, ca, connectTimeoutMs }: UndiciTransportOptions): StreamingTransport {
	const request = (helper ??= n8nRequestHelper());
	return n8nRequestTransport({
		check,
		request: (wanted) =>
			request({
				...wanted,
				timeout: connectTimeoutMs ?? wanted.timeout,
				...(ca === undefined ? {} : { agentOptions: { ca } }),
			}),
	});
}

export const openAdapter = (options: UndiciTransportOptions = {}): StreamingTransport =>
	isCloud ? overHelper(options) : undiciTransport(options);

/** For what the helper lets nobody have: a pool of kept connections, and a lookup of one's own. */
export const testPool = isCloud ? test.skip : test;

/**
 * What n8n's helper does otherwise than the seam promises; the README says so, too. It does not tell
 * whether a request that was ended while it connects had gone out, so that counts as perhaps sent.
 */
const instead = {
	'a header named __proto__': [],
	'packed answer without its end': ['response 200'],
	'packed file without its end': undefined,
	'an encoding nobody asked for': { kind: 'failure', failure: 'decodeFailed' },
	'ended while it connects': { failure: 'aborted', possiblySent: true },
	'connections for two requests': 2,
};

/** What is to be expected of the adapter under test, where the two differ. */
export const promised = <T>(difference: keyof typeof instead, byTheSeam: T): T =>
	isCloud ? (instead[difference] as T) : byTheSeam;
