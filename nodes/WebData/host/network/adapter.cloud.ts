// The transport's adapter in the build for n8n Cloud: n8n's own request helper, which keeps the instance's rules by itself.

import type { NodeEgressFilter, RequestHelperFunctions } from 'n8n-workflow';
import type { Check } from '../../transport/exchange';
import { n8nRequestTransport } from '../../transport/n8nRequest/n8nRequestTransport';
import type { StreamingTransport } from '../../transport/http';

/** What this adapter wants of n8n. */
export type AdapterHelpers = Pick<RequestHelperFunctions, 'httpRequest'>;

/** `check` is asked before n8n's client asks the filter itself: it has words for what is refused. */
export const openAdapter = (
	helpers: AdapterHelpers,
	{ check }: { filter?: NodeEgressFilter; check?: Check; connections?: number },
): StreamingTransport =>
	n8nRequestTransport({ request: async (request) => await helpers.httpRequest(request), check });
