import { Agent } from 'undici';

export type Network = ReturnType<typeof createNetwork>;

export function createNetwork() {
	const strict = new Agent();
	const lax = new Agent({ connect: { rejectUnauthorized: false } });
	return {
		dispatcher: (verifiesTls: boolean): Agent => (verifiesTls ? strict : lax),
		close: async () => void (await Promise.all([strict.destroy(), lax.destroy()])),
	};
}
