// Runs inside a worker: receives one job, sends one result, and exits when its parent exits.

export function serve<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
	process.on('message', ({ id, job }: { id: number; job: Job }) => {
		work(job).then(
			(answer) => process.send?.({ id, answer }),
			(error: unknown) => process.send?.({ id, error: textOf(error) }),
		);
	});
	// A normal exit writes the CPU profile.
	process.on('disconnect', () => process.exit());
}

const textOf = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error);

/** CPU time of this process and elapsed time, in milliseconds. */
export interface Cost {
	cpuMs: number;
	wallMs: number;
}

export async function measured<Result>(
	work: () => Promise<Result>,
): Promise<{ cost: Cost; result: Result }> {
	// Collects the garbage of earlier work, so that the garbage does not distort the measurement.
	globalThis.gc?.();
	const cpu = process.cpuUsage();
	const begun = performance.now();
	const result = await work();
	const { user, system } = process.cpuUsage(cpu);
	return { cost: { cpuMs: (user + system) / 1000, wallMs: performance.now() - begun }, result };
}

/** Calls `work` for each index below `count`, with up to `inFlight` calls at a time. */
export async function inFlight(
	count: number,
	inFlight: number,
	work: (index: number) => Promise<unknown>,
): Promise<void> {
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: inFlight }, worker));
}

/** The scrapes that each of the compared clients executes. */
export interface Scrapes {
	baseUrl: string;
	apiKey: string;
	count: number;
	inFlight: number;
}

export const benchPageUrl = (index: number): string => `https://example.com/page/${index}`;

/** URL part that identifies a page for which the benchmark's service returns 503 at first. */
export const TROUBLED = 'troubled';

/** The URL includes the account, so that each account counts its own failures. */
export const troubledUrl = (apiKey: string, index: number): string =>
	`https://example.com/${TROUBLED}/${apiKey}/${index}`;
