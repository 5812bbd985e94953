// The transport's adapter in the self-hosted build: undici. In the build for n8n Cloud, adapter.cloud.ts stands in its place.

import type { NodeEgressFilter } from 'n8n-workflow';
import type { Check } from '../transport/exchange';
import type { StreamingTransport } from '../transport/transport';
import { undiciTransport } from '../transport/undici';

/** What this adapter wants of n8n: nothing. */
export type AdapterHelpers = object;

export interface AdapterSettings {
	/** This n8n's egress filter, where it has one; `check` asks it, too. */
	filter?: NodeEgressFilter;
	check?: Check;
	connections?: number;
}

export const openAdapter = (
	_helpers: AdapterHelpers,
	{ filter, ...settings }: AdapterSettings,
): StreamingTransport => undiciTransport({ lookup: filter?.createSecureLookup(), ...settings });
