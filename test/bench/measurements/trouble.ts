import { withProcesses, type FixedService, type Measurement } from '../measurement';
import type { Worker } from '../worker';
import type { Executed, NodeExecution } from '../workers/node';
import { benchPageUrl, troubledUrl } from '../workers/serve';

const COUNT = 200;
const ITEMS_PER_RUN = 5;
const TROUBLED = COUNT / ITEMS_PER_RUN;
const TRIES = 3;
const NEEDED = COUNT - TROUBLED + TROUBLED * TRIES;
const DELAY_MS = 50;

async function round(
	node: Worker<NodeExecution, Executed>,
	service: FixedService,
	apiKey: string,
): Promise<{ failed: number; extra: number }> {
	const { failed } = await node.ask({
		credential: { baseUrl: service.http, apiKey },
		parameters: {
			resource: 'scrape',
			operation: 'scrape',
			requestSettings: { maxRequestsAtOnce: 50 },
		},
		items: Array.from({ length: COUNT }, (_, index) => ({
			url: index % ITEMS_PER_RUN === 0 ? troubledUrl(apiKey, index) : benchPageUrl(index),
		})),
	});
	const { requests, troubled } = await service.take(apiKey);
	if (troubled !== TROUBLED * TRIES) throw new Error(`${troubled} tries of troubled pages`);
	return { failed, extra: requests - NEEDED };
}

export const trouble: Measurement = {
	name: 'trouble',
	about: `${COUNT} items. The pages of ${TROUBLED} items return 503 twice, so ${NEEDED} requests are needed.`,
	measure: (bench) =>
		withProcesses(bench, async ({ service, worker }) => {
			const node = worker<NodeExecution, Executed>('node');
			const served = await service({ delayMs: DELAY_MS });
			const keys = Array.from({ length: bench.rounds }, (_, index) => `key-${index}`);
			const outcomes = await Promise.all(keys.map((key) => round(node, served, key)));
			return [
				{
					name: '503 twice, failed items',
					values: outcomes.map(({ failed }) => failed),
					unit: '',
					digits: 0,
					target: { most: 0 },
				},
				{
					name: '503 twice, unnecessary requests',
					values: outcomes.map(({ extra }) => extra),
					unit: '',
					digits: 0,
					target: { most: 0 },
				},
			];
		}),
};
