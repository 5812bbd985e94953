import { bringHttpRequest, bringNode } from '../contestants';
import { figure, ratios } from '../figure';
import { eachRound, withProcesses, type Measurement } from '../measurement';
import { openN8n, type Play, type WorkflowRun } from '../n8nProcess';
import { benchItems } from '../workers/serve';

const COUNT = 1000;
const IN_FLIGHT = 50;
const DELAY_MS = 200;
const IDEAL_MS = (COUNT / IN_FLIGHT) * DELAY_MS;

type Round = Record<'undici' | 'helper' | 'httpRequest', WorkflowRun>;

function figuresOf(rounds: Round[]) {
	const cpu = (of: keyof Round): number[] => rounds.map((round) => round[of].cpuMs / COUNT);
	const wall = (of: keyof Round): number[] => rounds.map((round) => round[of].wallMs);
	const overIdeal = (of: keyof Round) => wall(of).map((ms) => ms / IDEAL_MS);
	const rival = 'HTTP Request node';
	const cloud = 'build for n8n Cloud';
	const against = (of: keyof Round, measure: typeof cpu) =>
		ratios(measure(of), measure('httpRequest'));
	const figures = [
		figure('duration relative to the ideal', overIdeal('undici'), '×', { most: 1.08 }),
		figure('CPU per item', cpu('undici'), 'ms', { most: 1.2 }),
		figure(`CPU per item, relative to the ${rival}`, against('undici', cpu), '×', { most: 1 / 3 }),
		figure(`duration, relative to the ${rival}`, against('undici', wall), '×'),
		figure(`CPU per item, ${cloud}, relative to the ${rival}`, against('helper', cpu), '×'),
		figure(`duration, ${cloud}, relative to the ${rival}`, against('helper', wall), '×'),
		figure(`duration relative to the ideal, ${rival}`, overIdeal('httpRequest'), '×'),
		figure(`CPU per item, ${rival}`, cpu('httpRequest'), 'ms'),
	];
	return figures.map((each) => ({ ...each, name: `n8n, ${each.name}, https` }));
}

export const n8nItems: Measurement = {
	name: 'n8nItems',
	about: `${COUNT} items in n8n, ${IN_FLIGHT} requests in flight. The service returns 20 KB after ${DELAY_MS} ms. The HTTP Request node sends batches of ${IN_FLIGHT} every ${DELAY_MS} ms. The duration is measured from the webhook request to its response; the ideal is ${IDEAL_MS / 1000} s.`,
	measure: (bench) =>
		withProcesses(bench, async ({ service }) => {
			const { url, take } = await service({ delayMs: DELAY_MS });
			const n8n = await openN8n(bench, 'undici');
			const cloud = await openN8n(bench, 'helper');
			const account = { baseUrl: url, apiKey: 'key' };
			const batch = { batchSize: IN_FLIGHT, batchInterval: DELAY_MS };
			const counted = async (play: Play): Promise<WorkflowRun> => {
				const run = await play(benchItems(COUNT));
				const requests = await take();
				if (requests !== COUNT) throw new Error(`${requests} requests for ${COUNT} items`);
				return run;
			};
			try {
				const requestSettings = { maxRequestsAtOnce: IN_FLIGHT };
				const undici = await bringNode(n8n, 'node', account, { requestSettings });
				const helper = await bringNode(cloud, 'node', account, { requestSettings });
				const httpRequest = await bringHttpRequest(n8n, 'http-request', account, batch);
				const round = async (): Promise<Round> => ({
					undici: await counted(undici),
					helper: await counted(helper),
					httpRequest: await counted(httpRequest),
				});
				await round();
				return figuresOf(await eachRound(bench, round));
			} finally {
				await Promise.all([n8n.stop(), cloud.stop()]);
			}
		}),
};
