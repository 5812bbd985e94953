import { eachRound, withProcesses, type Measurement } from '../measurement';
import type { Executed, NodeExecution } from '../workers/node';

const RUNS = 500;
const RUN_MS = 6000;

const jobIdOf = (round: number, index: number): string =>
	`${String(round).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const agentRuns: Measurement = {
	name: 'agentRuns',
	about: `One execution that waits for ${RUNS} agent runs of ${RUN_MS / 1000} s, over https.`,
	measure: (bench) =>
		withProcesses(bench, async ({ service, worker }) => {
			const node = worker<NodeExecution, Executed>('node');
			const served = await service({ runMs: RUN_MS });
			const round = async (number: number) => {
				const { cpuMs, failed, firstError } = await node.ask({
					credential: { baseUrl: served.https, apiKey: 'key' },
					parameters: { resource: 'agent', operation: 'wait' },
					items: Array.from({ length: RUNS }, (_, index) => ({ jobId: jobIdOf(number, index) })),
				});
				if (failed > 0) throw new Error(firstError);
				const { requests } = await served.take('key');
				return { cost: cpuMs / requests, polls: requests / RUNS };
			};
			const rounds = await eachRound(bench, round);
			return [
				{
					name: `CPU per poll, ${RUNS} runs at once`,
					values: rounds.map(({ cost }) => cost),
					unit: 'ms',
					target: { most: 1 },
				},
				{
					name: `polls per run, ${RUNS} runs at once`,
					values: rounds.map(({ polls }) => polls),
					unit: '',
					digits: 1,
				},
			];
		}),
};
