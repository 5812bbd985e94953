// The way out of this n8n: the transport, with the rules of the instance and of the credential.
import * as workflow from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	INode,
	NodeEgressFilter,
	RequestHelperFunctions,
} from 'n8n-workflow';

import type { Check } from '../../transport/exchange';
import type { StreamingTransport } from '../../transport/http';
import { openAdapter, type AdapterHelpers } from './adapter';

/** What of n8n's `IExecuteFunctions` is used here. */
export interface EgressContext {
	getNode(): INode;
	helpers: Partial<Pick<RequestHelperFunctions, 'getSecureEgressFilter'>> & AdapterHelpers;
}

export interface TransportSettings {
	/** Where the node sends the credential; normalised. */
	baseUrl?: string;
	/** Left out for requests that carry no key (files of a result): its domains don't bind them. */
	credentialData?: ICredentialDataDecryptedObject;
	/** Most connections at a time; as many as there are requests unless told. */
	connections?: number;
}

/** n8n-workflow as the host has it: an old one lacks some of its functions. */
const host: Partial<typeof workflow> = workflow;

/**
 * A transport that obeys the instance's egress filter and the credential's allowed domains, as far
 * as this n8n knows them. Never throws; what a rule forbids comes back from `send` as `blocked`,
 * with a `detail` that says who can allow it and where. To be closed by the caller.
 */
export function openTransport(
	context: EgressContext,
	settings: TransportSettings,
): StreamingTransport {
	const filter = context.helpers.getSecureEgressFilter?.();
	const rules = [domainRule(context.getNode(), settings), filterRule(filter)].filter(
		(rule) => rule !== undefined,
	);
	const check: Check = async (url) => {
		for (const rule of rules) {
			const verdict = await rule(url);
			if (!verdict.ok) return verdict;
		}
		return allowed;
	};
	return openAdapter(context.helpers, {
		filter,
		check: rules.length > 0 ? check : undefined,
		connections: settings.connections,
	});
}

const allowed = { ok: true } as const;

/** The credential's setting "Allowed HTTP Request Domains"; n8n adds the node's own host to a list. */
function domainRule(
	node: INode,
	{ baseUrl, credentialData }: TransportSettings,
): Check | undefined {
	const { getCredentialAllowedDomains, assertUrlAllowed } = host;
	if (
		typeof getCredentialAllowedDomains !== 'function' ||
		typeof assertUrlAllowed !== 'function' ||
		credentialData === undefined ||
		credentialData.allowedHttpRequestDomains === 'all'
	) {
		return undefined;
	}
	const ownSurface = { credentialOwnedSurface: true, nodeEndpointUrl: baseUrl };
	return async (url) => {
		try {
			const allowedDomains = getCredentialAllowedDomains({ node, credentialData, ...ownSurface });
			assertUrlAllowed({ url: url.href, allowedDomains, node });
			return allowed;
		} catch {
			// "None" is about nodes where the user types the URL. Before 2.38 n8n couldn't tell.
			if (credentialData.allowedHttpRequestDomains === 'none') return allowed;
			return { ok: false, detail: domainNotAllowed(url.hostname) };
		}
	};
}

/** The instance's protection against requests to internal addresses; hosts before 2.30 have none. */
function filterRule(filter: NodeEgressFilter | undefined): Check | undefined {
	if (filter === undefined) return undefined;
	return async (url) => {
		const verdict = await filter.validateUrl(url);
		if (verdict.ok) return allowed;
		return { ok: false, detail: blockedByInstance(url.hostname, verdict.error) };
	};
}

function domainNotAllowed(hostname: string): string {
	return (
		`The credential does not allow requests to ${hostname}. Open the credential and add ${hostname} ` +
		'to "Allowed Domains" (shown for "Allowed HTTP Request Domains" = "Specific Domains")'
	);
}

/** Who can allow what this n8n's egress protection refused, and where. */
export function blockedByInstance(hostname: string, error: Error): string {
	return (
		`The egress protection of this n8n does not allow requests to ${hostname}. ` +
		`An administrator of this n8n can allow it with ${allowSetting(hostname, error)}`
	);
}

/** n8n looks at names only for names, and an allowed address doesn't lift the ban on a name. */
function allowSetting(hostname: string, error: Error): string {
	const byName = `the environment variable N8N_SSRF_ALLOWED_HOSTNAMES=${hostname}`;
	if (isAddress(hostname)) return 'the environment variable N8N_SSRF_ALLOWED_IP_RANGES';
	if (error.name === 'SsrfBlockedHostnameError') return byName;
	return `${byName}, or its address with N8N_SSRF_ALLOWED_IP_RANGES`;
}

/** By the form in which `URL` gives every address, 0x7f000001 and 2130706433 included. */
function isAddress(hostname: string): boolean {
	return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
}
