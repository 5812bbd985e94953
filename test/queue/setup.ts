import { type Execution, hasEnded } from '../n8n/execution';
import type { Imported } from '../n8n/n8n';
import { until } from '../n8n/until';
import type { Workflow } from '../n8n/workflow';
import { type LocalService, startLocalService } from '../localService/localService';
import { type Cluster, type N8nWorker, startCluster } from './cluster';
import { type MarkedPages, startPages } from './pages';

const CREDENTIAL = 'Web Data account';
/** n8n can detect a dead worker up to 30 seconds later than configured. */
const WAIT = { timeoutMs: 1_200_000, everyMs: 250 };

export interface QueueSetup {
	cluster: Cluster;
	service: LocalService;
	pages: MarkedPages;
	workers: [N8nWorker, N8nWorker];
	publish: (workflow: Workflow) => Promise<Imported>;
	endedExecutions: (workflow: Imported, count: number) => Promise<Execution[]>;
	close: () => Promise<void>;
}

export async function openQueueSetup(): Promise<QueueSetup> {
	const service = await startLocalService();
	const pages = await startPages();
	const closeServers = async () => {
		await Promise.all([service.close(), pages.close()]);
	};
	try {
		const cluster = await startCluster();
		const workers = await twoWorkers(cluster);
		const { url: baseUrl, apiKey } = service;
		const { id } = await cluster.createCredential(CREDENTIAL, { baseUrl, apiKey });
		return {
			cluster,
			service,
			pages,
			workers,
			publish: async (workflow) => {
				const imported = await cluster.importWorkflow(workflow, { id, name: CREDENTIAL });
				await cluster.activate(imported);
				return imported;
			},
			endedExecutions: endedExecutionsOf(cluster),
			close: async () => {
				await cluster.close();
				await closeServers();
			},
		};
	} catch (error) {
		await closeServers();
		throw error;
	}
}

async function twoWorkers(cluster: Cluster): Promise<[N8nWorker, N8nWorker]> {
	try {
		return await Promise.all([cluster.addWorker('first'), cluster.addWorker('second')]);
	} catch (error) {
		await cluster.close();
		throw error;
	}
}

type EndedExecutions = QueueSetup['endedExecutions'];

function endedExecutionsOf(cluster: Cluster): EndedExecutions {
	const ended = new Map<string, Execution>();
	const readOthers = async () => {
		for (const id of cluster.enqueued().filter((each) => !ended.has(each))) {
			const execution = await cluster.execution(id);
			if (hasEnded(execution)) ended.set(id, execution);
		}
	};
	return (workflow, count) =>
		until(
			`${count} executions of “${workflow.name}” have ended`,
			async () => {
				await readOthers();
				const matches = [...ended.values()].filter(({ workflowId }) => workflowId === workflow.id);
				return matches.length >= count ? matches : undefined;
			},
			WAIT,
		);
}

export async function inTurns<Result>(
	count: number,
	atATime: number,
	work: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	const workThrough = async () => {
		while (next < count) {
			const index = next++;
			results[index] = await work(index);
		}
	};
	await Promise.all(Array.from({ length: atATime }, workThrough));
	return results;
}

export function takenOf(worker: N8nWorker, executions: readonly Execution[]): number {
	const ids = new Set(executions.map(({ id }) => id));
	return worker.taken().filter((id) => ids.has(id)).length;
}

export const countOf = (executions: readonly Execution[], status: string): number =>
	executions.filter((execution) => execution.status === status).length;
