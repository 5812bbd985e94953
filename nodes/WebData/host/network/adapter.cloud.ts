// The transport of the build for n8n Cloud: n8n's own request helper, which applies the egress rules of the instance.

import type { NodeEgressFilter, RequestHelperFunctions } from 'n8n-workflow';
import type { Check } from '../../transport/exchange';
import { n8nRequestTransport } from '../../transport/n8nRequest/n8nRequestTransport';
import type { StreamingTransport } from '../../transport/http';

/** The functions that this adapter needs from n8n. */
export type AdapterHelpers = Pick<RequestHelperFunctions, 'httpRequest'>;

/** `check` runs before n8n's own filter, because its messages say who can allow an address. */
export const openAdapter = (
	helpers: AdapterHelpers,
	{ check }: { filter?: NodeEgressFilter; check?: Check; connections?: number },
): StreamingTransport =>
	n8nRequestTransport({ request: async (request) => await helpers.httpRequest(request), check });
