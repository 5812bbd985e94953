import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packFolder } from '../release/pack';
import { freePort } from '../support/listen';
import { runNpm } from '../support/npm';
import { type Login, openDriver } from './driver';
import { ensureN8n } from './install';
import { type Home, pathWithNode, pinned, repositoryRoot } from './places';
import { type Process, processOf } from './process';

/** Each process in queue mode needs the same key. */
const N8N_ENCRYPTION_KEY = randomBytes(24).toString('hex');

/**
 * A main process serves the editor and webhooks. A webhook process serves only webhooks. A worker
 * executes jobs from the queue.
 */
export type Role = keyof typeof commands;

const commands = {
	main: { argument: 'start', ready: 'Editor is now accessible' },
	webhook: { argument: 'webhook', ready: 'Webhook listener waiting for requests' },
	worker: { argument: 'worker', ready: 'n8n worker is now ready' },
};

export interface N8nOptions {
	port?: number;
	env?: Record<string, string>;
	home?: Home;
	/** A user folder that is kept, with its login. Default: a temporary folder. */
	kept?: { path: string; login: Login };
	/** Folder of the built package. Default: this repository. */
	packageRoot?: string;
}

/** A process of n8n with its own user folder. */
export interface N8nProcess extends Process {
	url: string;
	userFolder: string;
	/** Stops the process, and removes its user folder unless the folder is kept. */
	close: () => Promise<void>;
}

export type N8n = Awaited<ReturnType<typeof startN8n>>;

/** Starts n8n with the packed package. */
export async function startN8n(options: N8nOptions = {}) {
	const main = await prepareProcess('main', options);
	try {
		await main.start();
		const restart = async (): Promise<void> => {
			await main.stop();
			await main.start();
		};
		return { ...main, ...(await openDriver(main.url, options.kept?.login)), restart };
	} catch (error) {
		await main.close();
		throw error;
	}
}

/** Prepares the user folder of a process, and installs the packed package in it. Does not start the process. */
export async function prepareProcess(
	role: Role,
	{ home = pinned, env = {}, packageRoot, kept, ...options }: N8nOptions,
): Promise<N8nProcess> {
	await ensureN8n(home);
	const userFolder = kept?.path ?? (await mkdtemp(join(tmpdir(), 'web-data-n8n-')));
	const temporaryFiles = join(userFolder, 'tmp');
	await mkdir(temporaryFiles, { recursive: true });
	const temporaryFolder = kept ? temporaryFiles : userFolder;
	await installPackage(join(userFolder, '.n8n', 'nodes'), packageRoot);
	const port = options.port ?? (await freePort());
	const { argument, ready } = commands[role];
	const child = processOf({
		name: `n8n ${argument}`,
		command: [home.nodeBinary, home.n8nBinary, argument],
		ready,
		cwd: userFolder,
		temporaryFolder,
		env: {
			PATH: pathWithNode(home),
			HOME: userFolder,
			TMPDIR: temporaryFiles,
			N8N_USER_FOLDER: userFolder,
			// In a folder that is kept, n8n creates a key and stores it.
			...(!kept && { N8N_ENCRYPTION_KEY }),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...settings,
			...home.env,
			...env,
		},
	});
	const close = async (): Promise<void> => {
		await child.stop();
		await rm(temporaryFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	};
	return { ...child, url: `http://127.0.0.1:${port}`, userFolder, close };
}

const settings = {
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
};

/** Packs the package as for a release, and installs it in `folder` with npm, as the README explains. */
export async function installPackage(folder: string, root = repositoryRoot): Promise<void> {
	const temporary = await mkdtemp(join(tmpdir(), 'web-data-pack-'));
	try {
		const { path } = await packFolder(root, temporary);
		const options = ['--offline', '--ignore-scripts', '--legacy-peer-deps'];
		const args = ['install', '--prefix', folder, ...options, path];
		await runNpm('The packed node', args, { cwd: temporary });
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}
