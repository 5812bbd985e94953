import { type Execution, hasEnded } from '../n8n/execution';
import type { Imported } from '../n8n/n8n';
import { until } from '../n8n/until';
import type { Workflow } from '../n8n/workflow';
import { type LocalService, startLocalService } from '../localService/localService';
import { type Cluster, type N8nWorker, startCluster } from './cluster';

const CREDENTIAL = 'Web Data account';
/** n8n can detect a dead worker up to 30 seconds later than configured. */
const WAIT = { timeoutMs: 1_200_000, everyMs: 250 };

export interface QueueSetup {
	cluster: Cluster;
	service: LocalService;
	workers: [N8nWorker, N8nWorker];
	publish: (workflow: Workflow) => Promise<Imported>;
	/** Resolves when at least `count` executions of the workflow have ended. */
	endedExecutions: (workflow: Imported, count: number) => Promise<Execution[]>;
	close: () => Promise<void>;
}

export async function openQueueSetup(): Promise<QueueSetup> {
	const service = await startLocalService();
	const cluster = await startCluster().catch(async (error: unknown) => {
		await service.close();
		throw error;
	});
	const close = async () => {
		await cluster.close();
		await service.close();
	};
	try {
		const workers: QueueSetup['workers'] = await Promise.all([
			cluster.addWorker('first'),
			cluster.addWorker('second'),
		]);
		const { url: baseUrl, apiKey } = service;
		const { id } = await cluster.createCredential(CREDENTIAL, { baseUrl, apiKey });
		const publish = async (workflow: Workflow) => {
			const imported = await cluster.importWorkflow(workflow, { id, name: CREDENTIAL });
			await cluster.activate(imported);
			return imported;
		};
		const endedExecutions = endedExecutionsOf(cluster);
		return { cluster, service, workers, publish, endedExecutions, close };
	} catch (error) {
		await close();
		throw error;
	}
}

function endedExecutionsOf(cluster: Cluster): QueueSetup['endedExecutions'] {
	const ended = new Map<string, Execution>();
	const readOthers = async () => {
		for (const id of cluster.enqueued().filter((each) => !ended.has(each))) {
			const execution = await cluster.execution(id);
			if (hasEnded(execution)) ended.set(id, execution);
		}
	};
	const read = async (workflow: Imported, count: number) => {
		await readOthers();
		const matches = [...ended.values()].filter(({ workflowId }) => workflowId === workflow.id);
		return matches.length >= count && matches;
	};
	return (workflow, count) =>
		until(
			`${count} executions of “${workflow.name}” have ended`,
			() => read(workflow, count),
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

export const statusesOf = (executions: readonly Execution[]): string[] => [
	...new Set(executions.map(({ status }) => status)),
];
