import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Role, startChild } from '../n8n/child';
import { ensureN8n } from '../n8n/install';
import { driver } from '../n8n/n8n';
import { installPackage } from '../n8n/package';
import { type Owner, type Rest, logIn, setUpOwner } from '../n8n/rest';
import { newIdentity } from '../n8n/template';
import { freePort } from '../support/listen';
import { startStores } from './stores';

/** n8n's time settings, in milliseconds. */
const stalling = {
	QUEUE_WORKER_LOCK_DURATION: '4000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

export interface Member {
	name: string;
	/** Returns the complete output of the process, including the output before a restart. */
	log: () => string;
	/** Stops the process after its current executions have finished. */
	stop: () => Promise<void>;
	kill: () => Promise<void>;
	start: (env?: Record<string, string>) => Promise<void>;
}

export interface WebhookProcess extends Member {
	url: string;
}

export interface N8nWorker extends Member {
	/** Returns the IDs of executions that the worker took from the queue, in order. An ID can occur more than once. */
	taken: () => string[];
}

export type Cluster = {
	main: Member;
	addWorker: (name: string) => Promise<N8nWorker>;
	addWebhookProcess: (name: string) => Promise<WebhookProcess>;
	/** Reads the IDs of all queued executions from the logs, because n8n's API returns at most 100 executions. */
	enqueued: () => string[];
	close: () => Promise<void>;
} & ReturnType<typeof driver>;

interface Shared {
	encryptionKey: string;
	env: Record<string, string>;
}

export async function startCluster(): Promise<Cluster> {
	await ensureN8n();
	const stores = await startStores();
	const identity = newIdentity();
	const members: Member[] = [];
	const folders: string[] = [];
	const close = async () => {
		await Promise.all(members.map((member) => member.stop()));
		await stores.close();
		const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 };
		await Promise.all(folders.map((folder) => rm(folder, options)));
	};
	try {
		const shared = {
			encryptionKey: identity.encryptionKey,
			env: { EXECUTIONS_MODE: 'queue', ...stalling, ...stores.env },
		};
		const add = async (role: Role, name: string, port: number) => {
			const folder = await mkdtemp(join(tmpdir(), 'web-data-queue-'));
			folders.push(folder);
			await furnish(folder);
			const member = memberOf({ role, name, port, folder, shared });
			members.push(member);
			await member.start();
			return member;
		};
		const port = await freePort();
		const main = await add('main', 'main', port);
		const session = await openSession(port, identity.owner);
		return {
			main: { ...main, start: (env) => main.start(env).then(session.renew) },
			...driver(session.url, session.rest),
			enqueued: () => members.flatMap(({ log }) => idsIn(log(), /Enqueued execution (\d+)/g)),
			addWorker: async (name) => workerOf(await add('worker', name, await freePort())),
			addWebhookProcess: async (name) => {
				const ownPort = await freePort();
				const member = await add('webhook', name, ownPort);
				return { ...member, url: `http://127.0.0.1:${ownPort}` };
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

async function furnish(folder: string): Promise<void> {
	await mkdir(join(folder, 'tmp'));
	await installPackage(folder);
}

interface Setup {
	role: Role;
	name: string;
	port: number;
	folder: string;
	shared: Shared;
}

function memberOf({ role, name, port, folder, shared }: Setup): Member {
	let log = '';
	const start = (env: Record<string, string>) =>
		startChild({
			role,
			userFolder: folder,
			temporary: true,
			port,
			encryptionKey: shared.encryptionKey,
			env: { ...shared.env, ...env },
			onText: (text) => {
				log += text;
			},
		});
	let running: Awaited<ReturnType<typeof start>> | undefined;
	const end = async (how: 'stop' | 'kill') => {
		const child = running;
		running = undefined;
		await child?.[how]();
	};
	return {
		name,
		log: () => log,
		stop: () => end('stop'),
		kill: () => end('kill'),
		start: async (env = {}) => {
			running = await start(env);
		},
	};
}

const workerOf = (member: Member): N8nWorker => ({
	...member,
	taken: () => idsIn(member.log(), /Worker started execution (\d+)/g),
});

const idsIn = (log: string, pattern: RegExp): string[] =>
	[...log.matchAll(pattern)].map(([, id]) => String(id));

async function openSession(port: number, owner: Owner) {
	const url = `http://127.0.0.1:${port}`;
	await setUpOwner(url, owner);
	let rest: Rest = await logIn(url, owner);
	return {
		url,
		rest: () => rest,
		renew: async () => {
			rest = await logIn(url, owner);
		},
	};
}
