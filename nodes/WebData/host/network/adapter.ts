import type { NodeEgressFilter } from 'n8n-workflow';
import type { EgressRule } from '../../transport/exchange';
import type { StreamingTransport } from '../../transport/http';

// Transport of the self-hosted build, based on undici. The n8n Cloud build replaces this file with adapter.cloud.ts.

/** The adapter loads undici before the first request, not when n8n starts. */
export function openAdapter(
	_helpers: object,
	{ filter, ...settings }: { filter?: NodeEgressFilter; check?: EgressRule; connections?: number },
): StreamingTransport {
	const lookup = filter?.createSecureLookup();
	const open = async () => {
		const { undiciTransport } = await import('../../transport/undici/undiciTransport.js');
		return undiciTransport({ lookup, ...settings });
	};
	let opened: Promise<StreamingTransport> | undefined;
	const transport = () => (opened ??= open());
	return {
		send: async (request) => (await transport()).send(request),
		open: async (request) => (await transport()).open(request),
		close: async () => (await transport()).close(),
	};
}
