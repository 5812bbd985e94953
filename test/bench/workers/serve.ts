// The worker side: receives one job, sends one result, and exits with its parent.

export function serve<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
	process.on('message', ({ id, job }: { id: number; job: Job }) => {
		work(job).then(
			(answer) => process.send?.({ id, answer }),
			(error: unknown) => process.send?.({ id, error: textOf(error) }),
		);
	});
	// A normal exit, so that the profile is written.
	process.on('disconnect', () => process.exit());
}

const textOf = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error);

/** CPU time of this process and elapsed time of the work, in milliseconds. */
export interface Cost {
	cpuMs: number;
	wallMs: number;
}

export async function measured<Result>(
	work: () => Promise<Result>,
): Promise<{ cost: Cost; result: Result }> {
	// Garbage of earlier work must not count for this one.
	globalThis.gc?.();
	const cpu = process.cpuUsage();
	const begun = performance.now();
	const result = await work();
	const { user, system } = process.cpuUsage(cpu);
	return { cost: { cpuMs: (user + system) / 1000, wallMs: performance.now() - begun }, result };
}

/** Calls `work` for each index below `count`, with `inFlight` calls at a time. */
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

/** A number of scrapes with one of the compared clients. */
export interface Scrapes {
	baseUrl: string;
	apiKey: string;
	count: number;
	inFlight: number;
}

export const benchPageUrl = (index: number): string => `https://example.com/page/${index}`;

/** Part of the URL of a page for which the fixed service returns 503 at first. */
export const TROUBLED = 'troubled';

/** The URL is unique to the account, so its failures are too. */
export const troubledUrl = (apiKey: string, index: number): string =>
	`https://example.com/${TROUBLED}/${apiKey}/${index}`;
