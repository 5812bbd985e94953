// What a measurement is given and what it gives, and the processes that it may start.
import type { Figure } from './figure';
import { startWorker, type Worker, type WorkerName, type WorkerOptions } from './worker';
import type { Count, ServiceJob, ServiceOptions } from './workers/service';

export interface Bench extends WorkerOptions {
	tls: ServiceOptions['tls'];
	/** How often each thing is measured. */
	rounds: number;
}

export interface Measurement {
	name: string;
	/** A sentence for those who read the results. */
	about: string;
	measure(bench: Bench): Promise<Figure[]>;
}

export type Scheme = 'http' | 'https';

export interface FixedService extends Record<Scheme, string> {
	/** What the account asked for since this was last called. */
	take(apiKey: string): Promise<Count>;
}

/** The processes of one measurement, which end with it. */
export interface Stage {
	service(options?: Omit<ServiceOptions, 'tls'>): Promise<FixedService>;
	worker<Job extends object, Answer>(name: WorkerName): Worker<Job, Answer>;
}

export async function onStage<Result>(
	bench: Bench,
	work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
	const stops: (() => void)[] = [];
	const worker = <Job extends object, Answer>(name: WorkerName): Worker<Job, Answer> => {
		const started = startWorker<Job, Answer>(name, bench);
		stops.push(started.stop);
		return started;
	};
	const service: Stage['service'] = async (options = {}) => {
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

/** Calls `work` once for each round, one after the other. */
export async function eachRound<Result>(
	{ rounds }: Bench,
	work: (round: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let round = 0; round < rounds; round++) results.push(await work(round));
	return results;
}

export const schemes: readonly Scheme[] = ['http', 'https'];
