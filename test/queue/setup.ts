import { startLocalService } from '../localService/localService';
import { type Imported, type Summary, openDriver } from '../n8n/driver';
import { hasEnded } from '../n8n/execution';
import { type N8nProcess, prepareProcess, type Role } from '../n8n/n8n';
import { openPublisher } from '../n8n/setup';
import { until } from '../n8n/until';
import { withProgress } from '../support/progress';
import { startStores } from './stores';

/** n8n's time settings, in milliseconds. n8n can detect a dead worker up to 30 seconds later than configured. */
const stalling = {
	QUEUE_WORKER_LOCK_DURATION: '4000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/** Registers a function that closes a part of the setup. The part that was opened last is closed first. */
export type OnClose = (close: () => Promise<void>) => void;

export interface Member extends N8nProcess {
	/** Returns the IDs of executions that a worker took from the queue, in order. An ID can occur more than once. */
	taken: () => string[];
}

export type QueueSetup = Awaited<ReturnType<typeof openQueueSetup>>;

/** Starts the local service, Redis, PostgreSQL, and a main process and two workers of n8n. */
export async function openQueueSetup(onClose: OnClose) {
	const service = await startLocalService();
	onClose(() => service.close());
	const env = { EXECUTIONS_MODE: 'queue', ...stalling, ...(await startStores(onClose)) };
	const addMember = async (role: Role): Promise<Member> => {
		const member = await prepareProcess(role, { env });
		onClose(member.close);
		await withProgress({ title: `Starting the ${role} process of n8n`, run: member.start });
		const taken = () =>
			[...member.log().matchAll(/Worker started execution (\d+)/g)].map(([, id]) => String(id));
		return { ...member, taken };
	};
	const main = await addMember('main');
	const cluster = await openDriver(main.url);
	const workers = [await addMember('worker'), await addMember('worker')] as const;
	const { publish } = await openPublisher(cluster, service);
	/** Resolves when the workflow has at least `count` executions and all have ended. Returns the executions. */
	const endedExecutions = (workflow: Imported, count: number): Promise<Summary[]> => {
		let all: Summary[] = [];
		const what = () =>
			`${count} executions of “${workflow.name}” have ended (now ${all.filter(hasEnded).length} of ${all.length})`;
		return until(what, async () => {
			all = await cluster.executions(workflow);
			return all.length >= count && all.every(hasEnded) && all;
		});
	};
	return { service, cluster, main, workers, addMember, publish, endedExecutions };
}
