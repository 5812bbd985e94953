import { startLocalService } from '../localService/localService';

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
export async function openAccount(env: NodeJS.ProcessEnv = process.env): Promise<TestAccount> {
	const { WEB_DATA_BASE_URL: baseUrl, WEB_DATA_API_KEY: apiKey } = env;
	if (baseUrl && apiKey)
		return { baseUrl, apiKey, env: network(env), close: async () => undefined };
	if (baseUrl || apiKey) {
		throw new Error(
			`${baseUrl ? 'WEB_DATA_BASE_URL' : 'WEB_DATA_API_KEY'} is set, ${
				baseUrl ? 'WEB_DATA_API_KEY' : 'WEB_DATA_BASE_URL'
			} is not. Set both to use your own account, or neither to use the local service.`,
		);
	}
	const service = await startLocalService();
	return {
		baseUrl: service.url,
		apiKey: service.apiKey,
		env: {},
		local: { url: service.url },
		close: () => service.close(),
	};
}

/** Some networks require proxy or certificate variables to reach the service. */
function network(env: NodeJS.ProcessEnv): Record<string, string> {
	const names = /^(https?_proxy|no_proxy|node_extra_ca_certs)$/i;
	const set = Object.entries(env).filter(
		(entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined,
	);
	return Object.fromEntries(set);
}
