import type { NodeEgressFilter } from 'n8n-workflow';
import type { EgressRule } from '../../transport/exchange';
import type { StreamingTransport } from '../../transport/http';
import { undiciTransport } from '../../transport/undici/undiciTransport';

// Transport of the self-hosted build, based on undici. The n8n Cloud build replaces this file with adapter.cloud.ts.

export const openAdapter = (
	_helpers: object,
	{ filter, ...options }: { filter?: NodeEgressFilter; check?: EgressRule; connections?: number },
): StreamingTransport => undiciTransport({ lookup: filter?.createSecureLookup(), ...options });
