// If n8n is installed, the workers run on its Node.js version. The workers are bundled, so that no module loader affects the results.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { nodeBinary, repositoryRoot } from '../n8n/places';
import type { Figure } from './figure';
import type { ServiceJob, ServiceOptions } from './workers/service';

export const workFolder = join(repositoryRoot, '.cache', 'bench');

/** Copies of both builds: for self-hosted n8n with undici, and for n8n Cloud with n8n's request helper. */
export const packages = {
	undici: join(workFolder, 'package'),
	helper: join(workFolder, 'cloud'),
};

const names = ['helper', 'node', 'service', 'undici'] as const;
type WorkerName = (typeof names)[number];

export interface Worker<Job, Answer> {
	ask(job: Job): Promise<Answer>;
	stop(): void;
}

type Reply<Answer> = { answer: Answer } | { error: string };

export async function copyPackages(): Promise<void> {
	const parts = ['package.json', 'README.md', 'LICENSE.md', 'dist'];
	for (const part of parts) {
		await cp(join(repositoryRoot, part), join(packages.undici, part), { recursive: true });
	}
	await cp(join(repositoryRoot, 'build/cloud'), packages.helper, { recursive: true });
}

export async function bundleWorkers(): Promise<void> {
	await build({
		entryPoints: names.map((name) => join(__dirname, 'workers', `${name}.ts`)),
		outdir: workFolder,
		outExtension: { '.js': '.cjs' },
		bundle: true,
		platform: 'node',
		format: 'cjs',
		packages: 'external',
	});
}

function startWorker<Job extends object, Answer>(
	name: WorkerName,
	{ caFile }: Bench,
): Worker<Job, Answer> {
	const child = fork(join(workFolder, `${name}.cjs`), {
		execPath: existsSync(nodeBinary) ? nodeBinary : process.execPath,
		execArgv: ['--expose-gc'],
		env: { NODE_EXTRA_CA_CERTS: caFile, N8N_USER_FOLDER: workFolder },
	});
	let gone = false;
	let jobs = 0;
	const waiting = new Map<number, (reply: Reply<Answer>) => void>();
	child.on('message', ({ id, ...reply }: Reply<Answer> & { id: number }) => {
		waiting.get(id)?.(reply);
		waiting.delete(id);
	});
	child.once('exit', (code) => {
		gone = true;
		waiting.forEach((take) => take({ error: `it ended with code ${code}` }));
	});
	return {
		ask: (job) =>
			new Promise((resolve, reject) => {
				const take = (reply: Reply<Answer>) => {
					if ('answer' in reply) resolve(reply.answer);
					else reject(new Error(`The worker "${name}" failed: ${reply.error}`));
				};
				if (gone) return take({ error: 'it has ended' });
				waiting.set(++jobs, take);
				child.send({ id: jobs, job });
			}),
		stop: () => {
			if (child.connected) child.disconnect();
		},
	};
}

export interface Bench {
	caFile: string;
	tls: ServiceOptions['tls'];
	rounds: number;
}

export interface Measurement {
	name: string;
	about: string;
	/** Whether the measurement runs without a complete n8n, on the current Node.js version. */
	needsNoN8n?: boolean;
	measure(bench: Bench): Promise<Figure[]>;
}

interface FixedService {
	url: string;
	/** Returns the number of requests since the last call. */
	take(): Promise<number>;
}

interface Processes {
	service(options?: Omit<ServiceOptions, 'tls'>): Promise<FixedService>;
	worker<Job extends object, Answer>(name: WorkerName): Worker<Job, Answer>;
}

export async function withProcesses<Result>(
	bench: Bench,
	work: (processes: Processes) => Promise<Result>,
): Promise<Result> {
	const stops: (() => void)[] = [];
	const worker = <Job extends object, Answer>(name: WorkerName): Worker<Job, Answer> => {
		const started = startWorker<Job, Answer>(name, bench);
		stops.push(started.stop);
		return started;
	};
	const service: Processes['service'] = async (options = {}) => {
		const { ask } = worker<ServiceJob, string | number>('service');
		const url = await ask({ kind: 'start', options: { ...options, tls: bench.tls } });
		return { url: String(url), take: async () => Number(await ask({ kind: 'take' })) };
	};
	try {
		return await work({ service, worker });
	} finally {
		stops.forEach((stop) => stop());
	}
}

export async function eachRound<Result>(
	{ rounds }: Bench,
	work: (round: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let round = 0; round < rounds; round++) results.push(await work(round));
	return results;
}
