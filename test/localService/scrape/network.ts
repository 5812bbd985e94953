import { Agent, buildConnector } from 'undici';
import { siteHosts } from '../site/siteAddress';

export interface Network {
	dispatcher(verifiesTls: boolean): Agent;
	close(): Promise<void>;
}

export function createNetwork(serviceUrl: () => string): Network {
	const agents = new Map<boolean, Agent>();
	return {
		dispatcher(verifiesTls) {
			const agent = agents.get(verifiesTls) ?? newAgent(verifiesTls, serviceUrl);
			agents.set(verifiesTls, agent);
			return agent;
		},
		async close() {
			await Promise.all([...agents.values()].map((agent) => agent.destroy()));
		},
	};
}

function newAgent(rejectUnauthorized: boolean, serviceUrl: () => string): Agent {
	const connect = buildConnector({ rejectUnauthorized });
	const connectOwn = buildConnector({ rejectUnauthorized: false });
	return new Agent({
		connect: (options, callback) => {
			if (!(options.hostname in siteHosts)) return connect(options, callback);
			const { hostname, port, protocol } = new URL(serviceUrl());
			connectOwn({ ...options, hostname, port, protocol }, callback);
		},
	});
}
