import { readFile } from 'node:fs/promises';
import type { Credential } from '../n8n/driver';
import { type N8n, startN8n } from '../n8n/n8n';
import {
	chain,
	splitOutNode,
	type Workflow,
	type WorkflowNode,
	webDataNode,
	webhookNode,
	workflowNode,
} from '../n8n/workflow';
import { figure, ratios } from './figure';
import { type Bench, eachRound, type Measurement, packages, withProcesses } from './worker';
import { benchItems } from './workers/serve';

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

const TICKS_PER_SECOND = 100;

interface WorkflowRun {
	wallMs: number;
	cpuMs: number;
}

type Play = (items: object[]) => Promise<WorkflowRun>;

interface BenchN8n {
	n8n: N8n;
	bring(name: string, nodes: WorkflowNode[], credential: Credential): Promise<Play>;
	stop(): Promise<void>;
}

/** Turns off the saving of executions, because saving would add the same cost to every result. */
const environment = ({ caFile }: Bench): Record<string, string> => ({
	NODE_EXTRA_CA_CERTS: caFile,
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_SAVE_ON_ERROR: 'none',
});

/** Returns the CPU time of a process in milliseconds since its start. The resolution is 10 ms. */
async function cpuMsOf(pid?: number): Promise<number> {
	// The second field of `/proc/{pid}/stat` is the process name in parentheses. The name can contain spaces.
	const text = await readFile(`/proc/${pid}/stat`, 'utf8');
	const fields = text.split(') ').at(-1)?.split(' ') ?? [];
	return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

async function openN8n(bench: Bench, build: keyof typeof packages): Promise<BenchN8n> {
	const n8n = await startN8n({ env: environment(bench), packageRoot: packages[build] });
	const measure = async (work: () => Promise<void>): Promise<WorkflowRun> => {
		const cpuBefore = await cpuMsOf(n8n.pid());
		const begun = performance.now();
		await work();
		const wallMs = performance.now() - begun;
		return { wallMs, cpuMs: (await cpuMsOf(n8n.pid())) - cpuBefore };
	};
	return {
		n8n,
		bring: async (name, nodes, credential) => {
			await n8n.activate(await n8n.importWorkflow(around(name, nodes), credential));
			return (items) => measure(() => call(n8n, name, items));
		},
		stop: n8n.close,
	};
}

async function call(n8n: N8n, path: string, items: object[]): Promise<void> {
	const { status, text } = await n8n.webhook(path, { items });
	if (status !== 200) throw new Error(`The workflow "${path}" answered ${status}: ${text}`);
}

function around(path: string, nodes: WorkflowNode[]): Workflow {
	const end = workflowNode('End', 'n8n-nodes-base.noOp', {}, { position: [800, 0] });
	const answering = { responseMode: 'lastNode', responseData: 'noData' };
	const all = [webhookNode(path, answering), splitOutNode('body.items'), ...nodes, end];
	return chain(path, all);
}

interface BenchAccount {
	baseUrl: string;
	apiKey: string;
}

async function bringNode(
	{ n8n, bring }: BenchN8n,
	name: string,
	account: BenchAccount,
	parameters: Record<string, unknown>,
): Promise<Play> {
	const credential = await n8n.createCredential(name, account);
	const node = webDataNode(
		{ url: '={{ $json.url }}', ...parameters },
		{ onError: 'continueRegularOutput' },
	);
	return await bring(name, [node], credential);
}

async function bringHttpRequest(
	{ n8n, bring }: BenchN8n,
	name: string,
	{ baseUrl, apiKey }: BenchAccount,
	batch: { batchSize: number; batchInterval: number },
): Promise<Play> {
	const data = { name: 'Authorization', value: `Bearer ${apiKey}` };
	const httpHeaderAuth = await n8n.createCredential(name, data, 'httpHeaderAuth');
	const parameters = {
		...{ method: 'POST', url: `${baseUrl}/v2/scrape`, sendBody: true },
		...{ authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
		bodyParameters: { parameters: [{ name: 'url', value: '={{ $json.url }}' }] },
		options: { batching: { batch } },
	};
	const node = workflowNode('HTTP Request', 'n8n-nodes-base.httpRequest', parameters, {
		...{ typeVersion: 4.3, position: [400, 0], onError: 'continueRegularOutput' },
		credentials: { httpHeaderAuth },
	});
	return await bring(name, [node], httpHeaderAuth);
}
