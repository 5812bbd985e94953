import type { Figure } from './figure';
import { startWorker, type Worker, type WorkerName, type WorkerOptions } from './worker';
import type { ServiceJob, ServiceOptions } from './workers/service';

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

export interface FixedService {
	url: string;
	/** Returns the number of requests since the last call. */
	take(): Promise<number>;
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
