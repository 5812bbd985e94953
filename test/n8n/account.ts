// Which web data service the demo and the open editor talk to: an own account, or the local service.
import { startLocalService } from '../localService/localService';

export interface Account {
	baseUrl: string;
	apiKey: string;
	/** Settings that an n8n needs to reach this service from here. */
	env: Record<string, string>;
	/** Only where the local service was started. */
	local?: { url: string };
	close: () => Promise<void>;
}

export async function openAccount(env: NodeJS.ProcessEnv = process.env): Promise<Account> {
	const { WEB_DATA_BASE_URL: baseUrl, WEB_DATA_API_KEY: apiKey } = env;
	if (baseUrl && apiKey)
		return { baseUrl, apiKey, env: network(env), close: async () => undefined };
	if (baseUrl || apiKey) {
		throw new Error(
			`${baseUrl ? 'WEB_DATA_BASE_URL' : 'WEB_DATA_API_KEY'} is set, ${
				baseUrl ? 'WEB_DATA_API_KEY' : 'WEB_DATA_BASE_URL'
			} is not. Set both to use your own account, or none to use the local service.`,
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

/** An own account may lie behind the proxy and the certificate authority of this machine’s network. */
function network(env: NodeJS.ProcessEnv): Record<string, string> {
	const names = /^(https?_proxy|no_proxy|node_extra_ca_certs)$/i;
	const set = Object.entries(env).filter(
		(entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined,
	);
	return Object.fromEntries(set);
}
