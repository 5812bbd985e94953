import { startLocalService, type LocalServiceOptions } from '../localService/localService';

export interface TestAccount {
	baseUrl: string;
	apiKey: string;
	env: Record<string, string>;
	local?: { url: string };
	close: () => Promise<void>;
}

/**
 * Returns the account that the environment variables define. If none of these variables is set, starts the local
 * service and returns its account. Throws if only some of the variables are set.
 */
export async function openAccount(options?: LocalServiceOptions): Promise<TestAccount> {
	const { WEB_DATA_BASE_URL: baseUrl, WEB_DATA_API_KEY: apiKey } = process.env;
	if (baseUrl && apiKey) return { baseUrl, apiKey, env: network(), close: async () => undefined };
	if (baseUrl || apiKey) {
		throw new Error('Set both WEB_DATA_BASE_URL and WEB_DATA_API_KEY, or neither.');
	}
	const service = await startLocalService(options);
	const { url, apiKey: key, close } = service;
	return { baseUrl: url, apiKey: key, env: {}, local: { url }, close };
}

/** Some networks require proxy or certificate variables to reach the service. */
function network(): Record<string, string> {
	const names = /^(https?_proxy|no_proxy|node_extra_ca_certs)$/i;
	const set = Object.entries(process.env).filter(([name]) => names.test(name));
	return Object.fromEntries(set) as Record<string, string>;
}
