import { join } from 'node:path';
import { freePort } from '../support/listen';
import { type Guarded, startGuarded } from './guardedProcess';
import { type Home, pathWithNode, pinned } from './places';

/**
 * A main process serves the editor and webhooks. A webhook process serves only webhooks. A worker
 * executes jobs from the queue.
 */
export type Role = 'main' | 'webhook' | 'worker';

const commands: Record<Role, { name: string; argument: string; ready: string }> = {
	main: { name: 'n8n', argument: 'start', ready: 'Editor is now accessible' },
	webhook: {
		name: 'A webhook process of n8n',
		argument: 'webhook',
		ready: 'Webhook listener waiting for requests',
	},
	worker: { name: 'A worker of n8n', argument: 'worker', ready: 'n8n worker is now ready' },
};

export interface N8nSettings {
	home?: Home;
	role?: Role;
	userFolder: string;
	temporary: boolean;
	port: number;
	encryptionKey: string;
	env: Record<string, string>;
}

/** A process of n8n that can be started again after its end. */
export interface Child {
	/** Returns the complete output of the process, including the output before a restart. */
	log: () => string;
	start: (env?: Record<string, string>) => Promise<void>;
	/** Stops the process after its current executions have finished. */
	stop: () => Promise<void>;
	/** Kills the process without warning, like a power failure. */
	kill: () => Promise<void>;
}

export function childOf(settings: N8nSettings): Child {
	const { home = pinned, role = 'main', userFolder, temporary } = settings;
	const { name, argument, ready } = commands[role];
	let log = '';
	let running: Guarded | undefined;
	const end = async (how: 'stop' | 'kill') => {
		const ended = running;
		running = undefined;
		await ended?.[how]();
	};
	return {
		log: () => log,
		start: async (env = {}) => {
			const brokerPort = String(await freePort());
			running = await startGuarded({
				name,
				command: [home.nodeBinary, home.n8nBinary, argument],
				cwd: userFolder,
				env: { ...environment(settings), N8N_RUNNERS_BROKER_PORT: brokerPort, ...env },
				ready,
				temporaryFolder: temporary ? userFolder : undefined,
				onText: (text) => {
					log += text;
				},
			});
		},
		stop: () => end('stop'),
		kill: () => end('kill'),
	};
}

function environment(settings: N8nSettings): Record<string, string> {
	const { home = pinned } = settings;
	return {
		PATH: pathWithNode(home),
		HOME: settings.userFolder,
		TMPDIR: join(settings.userFolder, 'tmp'),
		N8N_USER_FOLDER: settings.userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(settings.port),
		N8N_ENCRYPTION_KEY: settings.encryptionKey,
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_PAYLOAD_SIZE_MAX: '64',
		GENERIC_TIMEZONE: 'UTC',
		...home.env,
		...settings.env,
	};
}
