import { figure, ratios } from '../figure';
import { eachRound, withProcesses, type Measurement, type Scheme } from '../measurement';
import type { Executed, NodeExecution } from '../workers/node';
import { benchItems, type Cost, type Scrapes } from '../workers/serve';

const IN_FLIGHT = 50;
const COUNT = 5000;
const HELPER_COUNT = 1000;

export const requestCost: Measurement = {
	name: 'requestCost',
	about: `${COUNT} scrapes, ${IN_FLIGHT} in flight. The service immediately returns responses of 20 KB.`,
	needsNoN8n: true,
	measure: (bench) =>
		withProcesses(bench, async ({ service, worker }) => {
			const urls = await service();
			const undici = worker<Scrapes, Cost>('undici');
			const helper = worker<Scrapes, Cost>('helper');
			const node = worker<NodeExecution, Executed>('node');
			const nodeCost = async (baseUrl: string): Promise<number> => {
				const { cpuMs, failed, firstError } = await node.ask({
					credential: { baseUrl, apiKey: 'node' },
					parameters: {
						resource: 'scrape',
						operation: 'scrape',
						requestSettings: { maxRequestsAtOnce: IN_FLIGHT },
					},
					items: benchItems(COUNT),
				});
				if (failed > 0) throw new Error(firstError);
				return cpuMs / COUNT;
			};
			/** Returns the CPU time per request of each client in milliseconds. */
			const round = async (scheme: Scheme) => {
				const job = { baseUrl: urls[scheme], inFlight: IN_FLIGHT };
				const plain = await undici.ask({ ...job, apiKey: 'undici', count: COUNT });
				const ownCost = await nodeCost(job.baseUrl);
				const helped = await helper.ask({ ...job, apiKey: 'helper', count: HELPER_COUNT });
				return { undici: plain.cpuMs / COUNT, node: ownCost, helper: helped.cpuMs / HELPER_COUNT };
			};
			const figuresFor = async (scheme: Scheme) => {
				await round(scheme);
				const costs = await eachRound(bench, () => round(scheme));
				const of = (client: keyof (typeof costs)[number]) => costs.map((cost) => cost[client]);
				const [most, least] = scheme === 'https' ? [1.5, 4] : [];
				const cpu = 'CPU per request';
				const digits = 3;
				return [
					figure(`${cpu}, relative to undici, ${scheme}`, ratios(of('node'), of('undici')), '×', {
						most,
					}),
					figure(
						`${cpu} of n8n's request helper, relative to this node, ${scheme}`,
						ratios(of('helper'), of('node')),
						'×',
						{ least },
					),
					figure(`${cpu}, this node, ${scheme}`, of('node'), 'ms', { digits }),
					figure(`${cpu}, undici, ${scheme}`, of('undici'), 'ms', { digits }),
					figure(`${cpu}, n8n's helper, ${scheme}`, of('helper'), 'ms', { digits }),
				];
			};
			return [...(await figuresFor('http')), ...(await figuresFor('https'))];
		}),
};
