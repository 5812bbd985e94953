// The transport of the self-hosted build: undici. The build for n8n Cloud replaces this file with adapter.cloud.ts.

import type { NodeEgressFilter } from 'n8n-workflow';
import type { Check } from '../../transport/exchange';
import type { StreamingTransport } from '../../transport/http';

/** This adapter needs no functions from n8n. */
export type AdapterHelpers = object;

export interface AdapterSettings {
	/** The egress filter of this n8n, if it has one. `check` uses it too. */
	filter?: NodeEgressFilter;
	check?: Check;
	connections?: number;
}

/** undici is loaded with the first request, not when n8n starts. */
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
