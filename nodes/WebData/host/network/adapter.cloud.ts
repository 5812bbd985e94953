import type { NodeEgressFilter, RequestHelperFunctions } from 'n8n-workflow';
import type { EgressRule } from '../../transport/exchange';
import type { StreamingTransport } from '../../transport/http';
import { n8nRequestTransport } from '../../transport/n8nRequest/n8nRequestTransport';

// Transport of the n8n Cloud build. The transport uses n8n's request helper, which applies the instance's egress rules.

/** `check` runs before n8n's own filter, because the message of n8n's filter does not say who can allow an address. */
export const openAdapter = (
	helpers: Pick<RequestHelperFunctions, 'httpRequest'>,
	{ check }: { filter?: NodeEgressFilter; check?: EgressRule; connections?: number },
): StreamingTransport =>
	n8nRequestTransport({ request: async (request) => await helpers.httpRequest(request), check });
