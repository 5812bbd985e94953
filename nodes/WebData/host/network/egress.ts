import type { ICredentialDataDecryptedObject, INode, RequestHelperFunctions } from 'n8n-workflow';
import type { EgressRule } from '../../transport/exchange';
import type { StreamingTransport } from '../../transport/http';
import { openAdapter } from './adapter';
import { n8nWorkflow } from './runtime';

export interface EgressContext {
	getNode(): INode;
	helpers: Partial<Pick<RequestHelperFunctions, 'getSecureEgressFilter'>> &
		Parameters<typeof openAdapter>[0];
}

interface TransportSettings {
	baseUrl?: string;
	/** Undefined for file downloads, because their requests do not contain the API key. */
	credentialData?: ICredentialDataDecryptedObject;
	/** Maximum number of connections. By default, each request can open a connection. */
	connections?: number;
}

/**
 * Returns a transport that applies the instance's egress filter and the credential's allowed domains. The caller must
 * close the transport.
 */
export function openTransport(
	context: EgressContext,
	settings: TransportSettings,
): StreamingTransport {
	const filter = context.helpers.getSecureEgressFilter?.();
	const blockedByDomain = domainRule(context.getNode(), settings);
	const check: EgressRule = async (url) => {
		const blocked = blockedByDomain?.(url);
		if (blocked !== undefined) return blocked;
		const decision = await filter?.validateUrl(url);
		return decision?.ok === false ? blockedByInstance(url.hostname, decision.error) : undefined;
	};
	return openAdapter(context.helpers, {
		filter,
		check: filter || blockedByDomain ? check : undefined,
		connections: settings.connections,
	});
}

/**
 * Applies the credential's setting "Allowed HTTP Request Domains". The base URL is not allowed automatically, because
 * an item can set it with an expression.
 */
function domainRule(node: INode, { baseUrl, credentialData }: TransportSettings) {
	const { getCredentialAllowedDomains, assertUrlAllowed } = n8nWorkflow;
	if (
		typeof getCredentialAllowedDomains !== 'function' ||
		typeof assertUrlAllowed !== 'function' ||
		credentialData === undefined ||
		credentialData.allowedHttpRequestDomains === 'all'
	) {
		return undefined;
	}
	const isFixed = credentialData.sameForAllItems === true;
	const ownSurface = {
		credentialOwnedSurface: true,
		nodeEndpointUrl: isFixed ? baseUrl : undefined,
	};
	return ({ href, hostname }: URL): string | undefined => {
		try {
			const allowedDomains = getCredentialAllowedDomains({ node, credentialData, ...ownSurface });
			assertUrlAllowed({ url: href, allowedDomains, node });
			return undefined;
		} catch {
			// With the option "None", n8n versions before 2.38 reject all URLs, including those of this node.
			if (credentialData.allowedHttpRequestDomains === 'none') return undefined;
			return `The credential does not allow requests to ${hostname}. Open the credential and add ${hostname} to "Allowed Domains" (shown for "Allowed HTTP Request Domains" = "Specific Domains")`;
		}
	};
}

/** n8n checks host names and addresses separately. If n8n blocks a host name, allowing its address has no effect. */
export function blockedByInstance(hostname: string, error: Error): string {
	const byName = `the environment variable N8N_SSRF_ALLOWED_HOSTNAMES=${hostname}`;
	let setting = `${byName}, or its address with N8N_SSRF_ALLOWED_IP_RANGES`;
	if (error.name === 'SsrfBlockedHostnameError') setting = byName;
	// `URL` normalizes all notations of an IP address, including 0x7f000001 and 2130706433.
	if (hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)) {
		setting = 'the environment variable N8N_SSRF_ALLOWED_IP_RANGES';
	}
	return (
		`The egress protection of this n8n instance does not allow requests to ${hostname}. ` +
		`An admin of this n8n instance can allow such requests with ${setting}`
	);
}
