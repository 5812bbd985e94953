import { figure, ratios } from './figure';
import { eachRound, withProcesses, type Measurement } from './worker';
import type { Executed, NodeExecution } from './workers/node';
import { benchItems, type Cost, type Scrapes } from './workers/serve';

const IN_FLIGHT = 50;
const COUNT = 5000;
const HELPER_COUNT = 1000;

export const requestCost: Measurement = {
	name: 'requestCost',
	about: `${COUNT} scrapes, ${IN_FLIGHT} in flight. The service immediately returns responses of 20 KB.`,
	needsNoN8n: true,
	measure: (bench) =>
		withProcesses(bench, async ({ service, worker }) => {
			const { url } = await service();
			const undici = worker<Scrapes, Cost>('undici');
			const helper = worker<Scrapes, Cost>('helper');
			const node = worker<NodeExecution, Executed>('node');
			const job = { baseUrl: url, inFlight: IN_FLIGHT };
			const nodeCost = async (): Promise<number> => {
				const { cpuMs, failed, firstError } = await node.ask({
					credential: { baseUrl: url, apiKey: 'node' },
					parameters: {
						...{ resource: 'scrape', operation: 'scrape' },
						requestSettings: { maxRequestsAtOnce: IN_FLIGHT },
					},
					items: benchItems(COUNT),
				});
				if (failed > 0) throw new Error(firstError);
				return cpuMs / COUNT;
			};
			/** Returns the CPU time per request of each client in milliseconds. */
			const round = async () => {
				const plain = await undici.ask({ ...job, apiKey: 'undici', count: COUNT });
				const ownCost = await nodeCost();
				const helped = await helper.ask({ ...job, apiKey: 'helper', count: HELPER_COUNT });
				return { undici: plain.cpuMs / COUNT, node: ownCost, helper: helped.cpuMs / HELPER_COUNT };
			};
			await round();
			const costs = await eachRound(bench, round);
			const of = (client: keyof (typeof costs)[number]) => costs.map((cost) => cost[client]);
			const cpu = 'CPU per request';
			const helperCost = `${cpu} of n8n's request helper, relative to this node, https`;
			return [
				figure(`${cpu}, relative to undici, https`, ratios(of('node'), of('undici')), '×', {
					most: 1.5,
				}),
				figure(helperCost, ratios(of('helper'), of('node')), '×', { least: 4 }),
				figure(`${cpu}, this node, https`, of('node'), 'ms', { digits: 3 }),
				figure(`${cpu}, undici, https`, of('undici'), 'ms', { digits: 3 }),
				figure(`${cpu}, n8n's helper, https`, of('helper'), 'ms', { digits: 3 }),
			];
		}),
};
