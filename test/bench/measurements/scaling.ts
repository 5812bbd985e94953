import { ratios } from '../figure';
import { eachRound, withProcesses, type Measurement } from '../measurement';
import type { Executed, NodeExecution } from '../workers/node';
import { benchPageUrl } from '../workers/serve';

const FEW = 1000;
const MANY = 10_000;
const IN_FLIGHT = 50;

export const scaling: Measurement = {
	name: 'scaling',
	about: `One execution with ${MANY} items compared with one execution with ${FEW} items, over https, ${IN_FLIGHT} requests in flight. The service immediately returns responses of 20 KB.`,
	measure: (bench) =>
		withProcesses(bench, async ({ service, worker }) => {
			const node = worker<NodeExecution, Executed>('node');
			const { https: baseUrl } = await service();
			const cost = async (count: number): Promise<number> => {
				const { cpuMs, failed, firstError } = await node.ask({
					credential: { baseUrl, apiKey: 'key' },
					parameters: {
						resource: 'scrape',
						operation: 'scrape',
						requestSettings: { maxRequestsAtOnce: IN_FLIGHT },
					},
					items: Array.from({ length: count }, (_, index) => ({ url: benchPageUrl(index) })),
				});
				if (failed > 0) throw new Error(firstError);
				return cpuMs / count;
			};
			const round = async () => ({ few: await cost(FEW), many: await cost(MANY) });
			await round();
			const costs = await eachRound(bench, round);
			const [few, many] = [costs.map((each) => each.few), costs.map((each) => each.many)];
			return [
				{
					name: `CPU per item, ${MANY} items relative to ${FEW} items`,
					values: ratios(many, few),
					unit: '×',
					target: { most: 1.2 },
				},
				{ name: `CPU per item, ${FEW} items`, values: few, unit: 'ms', digits: 3 },
				{ name: `CPU per item, ${MANY} items`, values: many, unit: 'ms', digits: 3 },
			];
		}),
};
