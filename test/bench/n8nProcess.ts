import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { type N8n, startN8n } from '../n8n/n8n';
import {
	chain,
	type Workflow,
	type WorkflowNode,
	splitOutNode,
	webhookNode,
} from '../n8n/workflow';
import type { Bench } from './measurement';
import { packageFolder, startWorker } from './worker';
import type { HealthJob } from './workers/health';

const MB = 1_000_000;
const TICKS_PER_SECOND = 100;

export interface Gauge {
	/** CPU time in milliseconds since the process started. The resolution is 10 ms. */
	cpuMs(): Promise<number>;
	/** Resident memory in megabytes. */
	memory(): Promise<number>;
	/** Peak memory in megabytes since the last call to `forgetPeak`. */
	peak(): Promise<number>;
	forgetPeak(): Promise<void>;
}

export interface WorkflowRun {
	wallMs: number;
	cpuMs: number;
	/** Growth of peak memory in megabytes during the measured work. */
	growth: number;
	/** Longest response time of the health check in milliseconds. 0 if no health checks run. */
	silenceMs: number;
}

export interface PlayOptions {
	/** Whether to run health checks. Health checks cost n8n some CPU time. */
	watched?: boolean;
}

export interface BenchN8n {
	n8n: N8n;
	bring(name: string, nodes: WorkflowNode[], credential: Named): Promise<Play>;
	stop(): Promise<void>;
}

export type Play = (items: object[], options?: PlayOptions) => Promise<WorkflowRun>;
export interface Named {
	id: string;
	name: string;
}

/** Turns off the saving of executions, because saving would add the same cost to every result. */
const environment = ({ caFile, profileFolder }: Bench): Record<string, string> => ({
	NODE_EXTRA_CA_CERTS: caFile,
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_SAVE_ON_ERROR: 'none',
	...(profileFolder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` } : {}),
});

export async function gaugeOf(userFolder: string): Promise<Gauge> {
	const pid = await pidOf(userFolder);
	const text = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8');
	const status = async (name: string): Promise<number> => {
		const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(await text('status'));
		return (Number(line?.[1]) * 1024) / MB;
	};
	return {
		async cpuMs() {
			// The second field of `/proc/{pid}/stat` is the process name in parentheses. The name can contain spaces.
			const fields = (await text('stat')).split(') ').at(-1)?.split(' ') ?? [];
			return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
		},
		memory: () => status('VmRSS'),
		peak: () => status('VmHWM'),
		forgetPeak: () => writeFile(`/proc/${pid}/clear_refs`, '5'),
	};
}

async function pidOf(userFolder: string): Promise<string> {
	for (const name of await readdir('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		try {
			const command = await readFile(`/proc/${name}/cmdline`, 'utf8');
			const isMain = command.endsWith('\0start\0');
			if (isMain && (await readlink(`/proc/${name}/cwd`)) === userFolder) return name;
		} catch {
			// The process has ended or belongs to another user.
		}
	}
	throw new Error(`No process of n8n in ${userFolder}: the bench needs Linux`);
}

export async function openN8n(bench: Bench, env: Record<string, string> = {}): Promise<BenchN8n> {
	const n8n = await startN8n({
		env: { ...environment(bench), ...env },
		packageRoot: packageFolder,
	});
	try {
		return driven(n8n, await gaugeOf(n8n.userFolder), bench);
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

function driven(n8n: N8n, gauge: Gauge, bench: Bench): BenchN8n {
	const health = startWorker<HealthJob, number>('health', { caFile: bench.caFile });
	const watch = async (work: () => Promise<void>): Promise<number> => {
		await health.ask({ kind: 'begin', url: `${n8n.url}/healthz` });
		await work();
		return await health.ask({ kind: 'end' });
	};
	const measure = async (
		work: () => Promise<void>,
		{ watched }: PlayOptions,
	): Promise<WorkflowRun> => {
		await gauge.forgetPeak();
		const [before, cpuBefore] = [await gauge.memory(), await gauge.cpuMs()];
		const begun = performance.now();
		const silenceMs = watched ? await watch(work) : (await work(), 0);
		const wallMs = performance.now() - begun;
		const cpuMs = (await gauge.cpuMs()) - cpuBefore;
		return { wallMs, cpuMs, growth: (await gauge.peak()) - before, silenceMs };
	};
	return {
		n8n,
		bring: async (name, nodes, credential) => {
			await n8n.activate(await n8n.importWorkflow(around(name, nodes), credential));
			return (items, options = {}) => measure(() => call(n8n, name, items), options);
		},
		stop: async () => {
			health.stop();
			await n8n.stop();
		},
	};
}

async function call(n8n: N8n, path: string, items: object[]): Promise<void> {
	const { status, text } = await n8n.webhook(path, { body: { items } });
	if (status !== 200) throw new Error(`The workflow "${path}" answered ${status}: ${text}`);
}

function around(path: string, nodes: WorkflowNode[]): Workflow {
	const end: WorkflowNode = {
		name: 'End',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [800, 0],
		parameters: {},
	};
	const answering = { responseMode: 'lastNode', responseData: 'noData' };
	const all = [webhookNode(path, answering), splitOutNode('body.items'), ...nodes, end];
	return chain(path, all, []);
}
