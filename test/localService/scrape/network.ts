// The connections for fetching pages, with and without TLS verification.
import { Agent } from 'undici';

export interface Network {
	dispatcher(verifiesTls: boolean): Agent;
	close(): Promise<void>;
}

export function createNetwork(): Network {
	const agents = new Map<boolean, Agent>();
	return {
		dispatcher(verifiesTls) {
			const agent = agents.get(verifiesTls) ?? newAgent(verifiesTls);
			agents.set(verifiesTls, agent);
			return agent;
		},
		async close() {
			await Promise.all([...agents.values()].map((agent) => agent.destroy()));
		},
	};
}

function newAgent(rejectUnauthorized: boolean): Agent {
	return new Agent({ connect: { rejectUnauthorized } });
}
