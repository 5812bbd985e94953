import { bringHttpRequest, bringNode, bringNothing } from '../contestants';
import { figure, ratios, type Figure } from '../figure';
import {
	eachRound,
	withProcesses,
	schemes,
	type Bench,
	type FixedService,
	type Measurement,
	type Scheme,
} from '../measurement';
import { openN8n, type BenchN8n, type Play, type WorkflowRun } from '../n8nProcess';
import { benchItems } from '../workers/serve';

const COUNT = 1000;
const IN_FLIGHT = 50;
const DELAY_MS = 200;
const IDEAL_MS = (COUNT / IN_FLIGHT) * DELAY_MS;

const items = benchItems(COUNT);

type Contestant = 'node' | 'httpRequest' | 'nothing';
type Round = Record<Contestant, WorkflowRun>;

const keyOf = (scheme: Scheme): string => `${scheme}-key`;

async function contestants(
	n8n: BenchN8n,
	scheme: Scheme,
	baseUrl: string,
): Promise<Record<Contestant, Play>> {
	const account = { baseUrl, apiKey: keyOf(scheme) };
	const batch = { batchSize: IN_FLIGHT, batchInterval: DELAY_MS };
	const requestSettings = { maxRequestsAtOnce: IN_FLIGHT };
	return {
		node: await bringNode(n8n, `node-${scheme}`, account, { requestSettings }),
		httpRequest: await bringHttpRequest(n8n, `http-request-${scheme}`, account, batch),
		nothing: await bringNothing(n8n, `nothing-${scheme}`),
	};
}

function figuresOf(rounds: Round[], scheme: Scheme): Figure[] {
	const of = (contestant: Contestant, value: (run: WorkflowRun) => number): number[] =>
		rounds.map((round) => value(round[contestant]));
	const cpu = ({ cpuMs }: WorkflowRun): number => cpuMs / COUNT;
	const overIdeal = ({ wallMs }: WorkflowRun): number => wallMs / IDEAL_MS;
	const rival = 'HTTP Request node';
	const cpuRatios = ratios(of('node', cpu), of('httpRequest', cpu));
	const figures = [
		figure('duration relative to the ideal', of('node', overIdeal), '×', { most: 1.08 }),
		figure('CPU per item', of('node', cpu), 'ms', { most: 1.2 }),
		figure(`CPU per item, relative to the ${rival}`, cpuRatios, '×', { most: 1 / 3 }),
		figure(`duration relative to the ideal, ${rival}`, of('httpRequest', overIdeal), '×'),
		figure(`CPU per item, ${rival}`, of('httpRequest', cpu), 'ms'),
		figure('CPU per item, no node', of('nothing', cpu), 'ms'),
	];
	return figures.map((each) => ({ ...each, name: `n8n, ${each.name}, ${scheme}` }));
}

const counted =
	(play: Play, service: FixedService, scheme: Scheme) => async (): Promise<WorkflowRun> => {
		const run = await play(items);
		const { requests } = await service.take(keyOf(scheme));
		if (requests !== COUNT) throw new Error(`${requests} requests for ${COUNT} items`);
		return run;
	};

async function compare(bench: Bench, n8n: BenchN8n, scheme: Scheme, service: FixedService) {
	const plays = await contestants(n8n, scheme, service[scheme]);
	const node = counted(plays.node, service, scheme);
	const httpRequest = counted(plays.httpRequest, service, scheme);
	const round = async (): Promise<Round> => ({
		node: await node(),
		httpRequest: await httpRequest(),
		nothing: await plays.nothing(items),
	});
	await round();
	return figuresOf(await eachRound(bench, round), scheme);
}

export const n8nItems: Measurement = {
	name: 'n8nItems',
	about: `${COUNT} items in n8n, ${IN_FLIGHT} requests in flight. The service returns 20 KB after ${DELAY_MS} ms. The HTTP Request node sends batches of ${IN_FLIGHT} every ${DELAY_MS} ms. The duration is measured from the webhook request to its response; the ideal is ${IDEAL_MS / 1000} s.`,
	measure: (bench) =>
		withProcesses(bench, async ({ service }) => {
			const served = await service({ delayMs: DELAY_MS });
			const n8n = await openN8n(bench);
			const figures: Figure[] = [];
			try {
				for (const scheme of schemes) {
					figures.push(...(await compare(bench, n8n, scheme, served)));
				}
			} finally {
				await n8n.stop();
			}
			return figures;
		}),
};
