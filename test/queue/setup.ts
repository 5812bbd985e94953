import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalService } from '../localService/localService';
import { type Child, childOf, type Role } from '../n8n/child';
import { type Execution, hasEnded } from '../n8n/execution';
import { ensureN8n } from '../n8n/install';
import { type Imported, openDriver } from '../n8n/n8n';
import { installPackage } from '../n8n/package';
import { setUpOwner } from '../n8n/rest';
import { openPublisher } from '../n8n/setup';
import { newIdentity } from '../n8n/template';
import { until } from '../n8n/until';
import { freePort } from '../support/listen';
import { startStores } from './stores';

/** n8n's time settings, in milliseconds. */
const stalling = {
	QUEUE_WORKER_LOCK_DURATION: '4000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};
/** n8n can detect a dead worker up to 30 seconds later than configured. */
const WAIT = { timeoutMs: 1_200_000, everyMs: 250 };

/** Registers a function that closes a part of the setup. The part that was opened last is closed first. */
export type OnClose = (close: () => Promise<void>) => void;

/** A process of n8n. */
export interface Member extends Child {
	url: string;
	/** Returns the IDs of executions that a worker took from the queue, in order. An ID can occur more than once. */
	taken: () => string[];
}

export type QueueSetup = Awaited<ReturnType<typeof openQueueSetup>>;

/** Starts the local service, Redis, PostgreSQL, and a main process and two workers of n8n. */
export async function openQueueSetup(onClose: OnClose) {
	await ensureN8n();
	const service = await startLocalService();
	onClose(() => service.close());
	const env = { EXECUTIONS_MODE: 'queue', ...stalling, ...(await startStores(onClose)) };
	const { owner, encryptionKey } = newIdentity();
	const members: Member[] = [];
	const addMember = async (role: Role): Promise<Member> => {
		const userFolder = await mkdtemp(join(tmpdir(), 'web-data-queue-'));
		const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 };
		onClose(() => rm(userFolder, options));
		await mkdir(join(userFolder, 'tmp'));
		await installPackage(userFolder);
		const port = await freePort();
		const child = childOf({ role, userFolder, temporary: true, port, encryptionKey, env });
		onClose(child.stop);
		const taken = () => idsIn(child.log(), /Worker started execution (\d+)/g);
		const member = { ...child, url: `http://127.0.0.1:${port}`, taken };
		members.push(member);
		await child.start();
		return member;
	};
	const main = await addMember('main');
	await setUpOwner(main.url, owner);
	const cluster = await openDriver(main.url, owner);
	const [first, second] = [await addMember('worker'), await addMember('worker')];
	return {
		service,
		cluster,
		main: { ...main, start: (more = {}) => main.start(more).then(cluster.renew) },
		workers: [first, second] as const,
		addMember,
		publish: (await openPublisher(cluster, service)).publish,
		endedExecutions: endedExecutionsOf(members, cluster.execution),
	};
}

const idsIn = (log: string, pattern: RegExp): string[] =>
	[...log.matchAll(pattern)].map(([, id]) => String(id));

/**
 * Returns a function that resolves when at least `count` executions of the workflow have ended. It reads the IDs of all
 * queued executions from the logs, because n8n's API returns at most 100 executions.
 */
function endedExecutionsOf(members: Member[], read: (id: string) => Promise<Execution>) {
	const ended = new Map<string, Execution>();
	return (workflow: Imported, count: number): Promise<Execution[]> =>
		until(
			`${count} executions of “${workflow.name}” have ended`,
			async () => {
				const ids = members.flatMap(({ log }) => idsIn(log(), /Enqueued execution (\d+)/g));
				for (const id of ids.filter((each) => !ended.has(each))) {
					const execution = await read(id);
					if (hasEnded(execution)) ended.set(id, execution);
				}
				const matches = [...ended.values()].filter(({ workflowId }) => workflowId === workflow.id);
				return matches.length >= count && matches;
			},
			WAIT,
		);
}

/** Does the work for each index, `atATime` pieces of work at the same time. */
export async function inTurns<Result>(
	count: number,
	atATime: number,
	work: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	// Each index is taken from the iterator once.
	const indexes = Array.from({ length: count }).keys();
	const workThrough = async () => {
		for (const index of indexes) results[index] = await work(index);
	};
	await Promise.all(Array.from({ length: atATime }, workThrough));
	return results;
}

export const statusesOf = (executions: readonly Execution[]): string[] => [
	...new Set(executions.map(({ status }) => status)),
];
