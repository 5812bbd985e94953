import { type ChildProcess, spawn } from 'node:child_process';

const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 300_000;

export interface ProcessSettings {
	name: string;
	command: [string, ...string[]];
	cwd: string;
	env: Record<string, string>;
	user?: { uid: number; gid: number };
	ready: string;
	/** Signal for a graceful shutdown. Default: SIGTERM. */
	stopSignal?: NodeJS.Signals;
	/** Signal that the guard process sends. Default: SIGKILL. */
	lastSignal?: NodeJS.Signals;
	/** The guard process removes this folder if the test process is killed. */
	temporaryFolder?: string;
	onText: (text: string) => void;
}

export interface Guarded {
	stop: () => Promise<void>;
	kill: () => Promise<void>;
}

export async function startGuarded(settings: ProcessSettings): Promise<Guarded> {
	const { command, cwd, env, user, stopSignal = 'SIGTERM' } = settings;
	const [program, ...args] = command;
	const child = spawn(program, args, {
		cwd,
		env,
		...user,
		stdio: ['ignore', 'pipe', 'pipe'],
		// The process gets its own process group, so that one signal ends the process and its child processes.
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
		await untilReady(child, settings);
	} catch (error) {
		await end('SIGKILL');
		throw error;
	}
	return { stop: () => end(stopSignal), kill: () => end('SIGKILL') };
}

function untilReady(child: ChildProcess, { name, ready, onText }: ProcessSettings): Promise<void> {
	return new Promise((resolve, reject) => {
		let log = '';
		const fail = (why: string) =>
			reject(new Error(`${name} ${why}. It said:\n${log.slice(-4_000)}`));
		const timer = setTimeout(
			() => fail(`was not ready in ${START_TIMEOUT_MS} ms`),
			START_TIMEOUT_MS,
		);
		const listen = (chunk: Buffer) => {
			const text = chunk.toString();
			onText(text);
			log += text;
			if (!log.includes(ready)) return;
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
		// The group no longer exists.
	}
}

/** Starts a guard process, which ends the child if the test process is killed. */
function guardOf(child: ChildProcess, settings: ProcessSettings): ChildProcess {
	const { lastSignal = 'SIGKILL', temporaryFolder } = settings;
	const script = `process.stdin.resume().on('close', () => {
		try { process.kill(-${child.pid}, '${lastSignal}'); } catch {}
		const folder = process.argv[1];
		const remove = () => require('fs').rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
		if (folder) setTimeout(remove, 500);
	});`;
	const guard = spawn(
		process.execPath,
		['-e', script, ...(temporaryFolder ? [temporaryFolder] : [])],
		{
			stdio: ['pipe', 'ignore', 'ignore'],
			env: {},
			detached: true,
		},
	);
	guard.unref();
	return guard;
}
