import type { Figure } from './figure';
import { startWorker, type Worker, type WorkerName, type WorkerOptions } from './worker';
import type { Count, ServiceJob, ServiceOptions } from './workers/service';

export interface Bench extends WorkerOptions {
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

export type Scheme = 'http' | 'https';

export interface FixedService extends Record<Scheme, string> {
	take(apiKey: string): Promise<Count>;
}

export interface Processes {
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
		const { ask } = worker<ServiceJob, unknown>('service');
		const urls = await ask({ kind: 'start', options: { ...options, tls: bench.tls } });
		return {
			...(urls as Record<Scheme, string>),
			take: async (apiKey) => (await ask({ kind: 'take', apiKey })) as Count,
		};
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
