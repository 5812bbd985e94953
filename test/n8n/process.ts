import { type ChildProcess, spawn } from 'node:child_process';
import { until } from './until';

/** A process that has not ended after this time is killed. */
const SHUTDOWN_MS = 90_000;

export interface ProcessSettings {
	name: string;
	command: [string, ...string[]];
	/** Text in the output of the process that shows that it is ready. */
	ready: string;
	cwd: string;
	env: Record<string, string>;
	user?: { uid: number; gid: number };
	/** Signal for a graceful shutdown. Default: TERM. */
	stopSignal?: 'TERM' | 'INT';
	/** Signal that ends the process if the test process is killed. Default: KILL. */
	lastSignal?: 'KILL' | 'QUIT';
	/** This folder is removed if the test process is killed. */
	temporaryFolder: string;
}

export type Process = ReturnType<typeof processOf>;

/** Returns a process that can be started again after its end. */
export function processOf(settings: ProcessSettings) {
	const { name, command, ready, cwd, user, stopSignal = 'TERM' } = settings;
	const [program, ...args] = command;
	let log = '';
	let pid: number | undefined;
	let end: ((signal: NodeJS.Signals) => Promise<void>) | undefined;
	const start = async (env: Record<string, string> = {}): Promise<void> => {
		const begin = log.length;
		let isRunning = true;
		// The process gets its own process group, so that one signal ends the process and its child processes.
		const options = { cwd, env: { ...settings.env, ...env }, ...user, detached: true };
		const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		pid = child.pid;
		const guard = guardOf(child, settings);
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
		}
		child.once('error', (error) => (log += error.message));
		child.once('close', () => (isRunning = false));
		end = async (signal) => {
			end = undefined;
			const send = (sent: NodeJS.Signals) => isRunning && pid && process.kill(-pid, sent);
			send(signal);
			const killTimer = setTimeout(() => send('SIGKILL'), SHUTDOWN_MS);
			await until(`${name} has ended`, () => !isRunning);
			clearTimeout(killTimer);
			guard.kill();
		};
		try {
			await until(`${name} is ready`, () => {
				if (!isRunning) throw new Error(`${name} ended while starting`);
				return log.includes(ready, begin);
			});
		} catch (error) {
			await end('SIGKILL');
			throw new Error(`${String(error)}. It said:\n${log.slice(-4_000)}`, { cause: error });
		}
	};
	return {
		pid: () => pid,
		/** Returns the complete output of the process, including the output before a restart. */
		log: () => log,
		/** Resolves when the process is ready. */
		start,
		/** Ends the process gracefully, or kills it if it does not end. */
		stop: async () => await end?.(`SIG${stopSignal}`),
		/** Kills the process without warning, like a power failure. */
		kill: async () => await end?.('SIGKILL'),
	};
}

/** Starts a shell that waits until the test process has ended, and then ends the child. */
function guardOf(child: ChildProcess, { lastSignal = 'KILL', temporaryFolder }: ProcessSettings) {
	const script = 'cat; kill -$0 -- -$1; sleep 1; rm -rf "$2"';
	const args = ['-c', script, lastSignal, String(child.pid), temporaryFolder];
	const guard = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
	guard.unref();
	return guard;
}
