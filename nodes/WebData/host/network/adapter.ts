// The transport's adapter in the self-hosted build: undici. In the build for n8n Cloud, adapter.cloud.ts stands in its place.

import type { NodeEgressFilter } from 'n8n-workflow';
import type { Check } from '../../transport/exchange';
import type { StreamingTransport } from '../../transport/http';

/** What this adapter wants of n8n: nothing. */
export type AdapterHelpers = object;

export interface AdapterSettings {
	/** This n8n's egress filter, where it has one; `check` asks it, too. */
	filter?: NodeEgressFilter;
	check?: Check;
	connections?: number;
}

/** undici is loaded with the first request, and not with n8n. */
export function openAdapter(
	_helpers: AdapterHelpers,
	{ filter, ...settings }: AdapterSettings,
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
