import { readFile } from 'node:fs/promises';
import type { Credential } from '../n8n/driver';
import { type N8n, startN8n } from '../n8n/n8n';
import {
	chain,
	type Workflow,
	type WorkflowNode,
	splitOutNode,
	webhookNode,
	workflowNode,
} from '../n8n/workflow';
import type { Bench } from './measurement';
import { type Build, packages } from './worker';

const TICKS_PER_SECOND = 100;

export interface WorkflowRun {
	wallMs: number;
	cpuMs: number;
}

export type Play = (items: object[]) => Promise<WorkflowRun>;

export interface BenchN8n {
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

export async function openN8n(bench: Bench, build: Build): Promise<BenchN8n> {
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
