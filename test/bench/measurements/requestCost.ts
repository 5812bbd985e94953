import { ratios, type Figure } from '../figure';
import {
	eachRound,
	withProcesses,
	schemes,
	type Measurement,
	type Scheme,
	type Processes,
} from '../measurement';
import type { Executed, NodeExecution } from '../workers/node';
import { benchPageUrl, type Cost, type Scrapes } from '../workers/serve';

const IN_FLIGHT = 50;
const COUNT = 5000;
const HELPER_COUNT = 1000;

type Client = (baseUrl: string) => Promise<number>;

/** Each client returns the measured CPU time per request, in milliseconds. */
function clients({ worker }: Processes): Record<'undici' | 'node' | 'helper', Client> {
	const plain = (name: 'undici' | 'helper', count: number): Client => {
		const { ask } = worker<Scrapes, Cost>(name);
		return async (baseUrl) => {
			const { cpuMs } = await ask({ baseUrl, apiKey: name, count, inFlight: IN_FLIGHT });
			return cpuMs / count;
		};
	};
	const node = worker<NodeExecution, Executed>('node');
	return {
		undici: plain('undici', COUNT),
		helper: plain('helper', HELPER_COUNT),
		node: async (baseUrl) => {
			const { cpuMs, failed, firstError } = await node.ask({
				credential: { baseUrl, apiKey: 'node' },
				parameters: {
					resource: 'scrape',
					operation: 'scrape',
					requestSettings: { maxRequestsAtOnce: IN_FLIGHT },
				},
				items: Array.from({ length: COUNT }, (_, index) => ({ url: benchPageUrl(index) })),
			});
			if (failed > 0) throw new Error(firstError);
			return cpuMs / COUNT;
		},
	};
}

export const requestCost: Measurement = {
	name: 'requestCost',
	about: `${COUNT} scrapes, ${IN_FLIGHT} in flight. The service immediately returns responses of 20 KB.`,
	measure: (bench) =>
		withProcesses(bench, async (processes) => {
			const service = await processes.service();
			const all = clients(processes);
			const round = async (scheme: Scheme) => ({
				undici: await all.undici(service[scheme]),
				node: await all.node(service[scheme]),
				helper: await all.helper(service[scheme]),
			});
			const figures: Figure[] = [];
			for (const scheme of schemes) {
				await round(scheme);
				const costs = await eachRound(bench, () => round(scheme));
				const of = (client: keyof typeof all) => costs.map((cost) => cost[client]);
				const isTarget = scheme === 'https';
				figures.push(
					{
						name: `CPU per request, relative to undici, ${scheme}`,
						values: ratios(of('node'), of('undici')),
						unit: '×',
						target: isTarget ? { most: 1.5 } : undefined,
					},
					{
						name: `CPU per request of n8n's request helper, relative to this node, ${scheme}`,
						values: ratios(of('helper'), of('node')),
						unit: '×',
						target: isTarget ? { least: 4 } : undefined,
					},
					{
						name: `CPU per request, this node, ${scheme}`,
						values: of('node'),
						unit: 'ms',
						digits: 3,
					},
					{
						name: `CPU per request, undici, ${scheme}`,
						values: of('undici'),
						unit: 'ms',
						digits: 3,
					},
					{
						name: `CPU per request, n8n's helper, ${scheme}`,
						values: of('helper'),
						unit: 'ms',
						digits: 3,
					},
				);
			}
			return figures;
		}),
};
