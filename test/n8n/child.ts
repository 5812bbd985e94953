// One n8n process: its surroundings, its start, its end, and a guard that ends it when its parent is gone.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { n8nBinary, nodeBinary, pathWithNode } from './places';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const READY = 'Editor is now accessible';

export interface Settings {
	userFolder: string;
	/** The folder goes with this process, should it be killed. */
	temporary: boolean;
	port: number;
	encryptionKey: string;
	env: Record<string, string>;
	onText: (text: string) => void;
}

export interface Child {
	stop: () => Promise<void>;
	kill: () => Promise<void>;
}

export async function startChild(settings: Settings): Promise<Child> {
	const child = spawn(nodeBinary, [n8nBinary, 'start'], {
		cwd: settings.userFolder,
		env: { ...environment(settings), N8N_RUNNERS_BROKER_PORT: String(await freePort()) },
		stdio: ['ignore', 'pipe', 'pipe'],
		// A group of its own: n8n's task runner ends with it, and Ctrl-C is handled in one place.
		detached: true,
	});
	const guard = guardOf(child, settings);
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
	const end = async (signal: NodeJS.Signals) => {
		signalGroup(child, signal);
		const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
		await ended;
		clearTimeout(timer);
		guard.kill('SIGKILL');
	};
	try {
		await untilReady(child, settings.onText);
	} catch (error) {
		await end('SIGKILL');
		throw error;
	}
	return { stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

export async function freePort(): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			const port = typeof address === 'object' && address ? address.port : 0;
			server.close(() => resolve(port));
		});
	});
}

/** Nothing of the surrounding environment gets in, least of all credentials. */
function environment(settings: Settings): Record<string, string> {
	return {
		PATH: pathWithNode(),
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
		N8N_DISABLED_MODULES: 'mcp-registry',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_PAYLOAD_SIZE_MAX: '64',
		GENERIC_TIMEZONE: 'UTC',
		...settings.env,
	};
}

function untilReady(child: ChildProcess, onText: (text: string) => void): Promise<void> {
	return new Promise((resolve, reject) => {
		let log = '';
		const fail = (why: string) => reject(new Error(`n8n ${why}. It said:\n${log.slice(-4_000)}`));
		const timer = setTimeout(
			() => fail(`was not ready in ${START_TIMEOUT_MS} ms`),
			START_TIMEOUT_MS,
		);
		const listen = (chunk: Buffer) => {
			const text = chunk.toString();
			onText(text);
			log += text;
			if (!log.includes(READY)) return;
			clearTimeout(timer);
			log = '';
			resolve();
		};
		child.stdout?.on('data', listen);
		child.stderr?.on('data', listen);
		child.once('error', (error) => fail(`could not be started: ${error.message}`));
		child.once('close', (code) => {
			clearTimeout(timer);
			fail(`ended with code ${code} while starting`);
		});
	});
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, signal);
	} catch {
		// The group is gone already.
	}
}

/**
 * A process that waits for the end of a pipe from this one. However this process ends, even killed, the
 * pipe closes and n8n is ended: handlers for signals would not run in a test runner's sandbox.
 */
function guardOf(child: ChildProcess, { userFolder, temporary }: Settings): ChildProcess {
	const script = `process.stdin.resume().on('close', () => {
		try { process.kill(-${child.pid}, 'SIGKILL'); } catch {}
		const folder = process.argv[1];
		const remove = () => require('fs').rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
		if (folder) setTimeout(remove, 500);
	});`;
	const guard = spawn(process.execPath, ['-e', script, ...(temporary ? [userFolder] : [])], {
		stdio: ['pipe', 'ignore', 'ignore'],
		env: {},
		detached: true,
	});
	guard.unref();
	return guard;
}
