// The side of a worker that is asked: takes a job, gives one answer, and goes when its parent does.

export function serve<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
	process.on('message', ({ id, job }: { id: number; job: Job }) => {
		work(job).then(
			(answer) => process.send?.({ id, answer }),
			(error: unknown) => process.send?.({ id, error: textOf(error) }),
		);
	});
	// An orderly end, so that a profile is written.
	process.on('disconnect', () => process.exit());
}

const textOf = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error);

/** What a piece of work took: milliseconds of the processor in this process, and of the clock. */
export interface Cost {
	cpuMs: number;
	wallMs: number;
}

export async function measured<Result>(
	work: () => Promise<Result>,
): Promise<{ cost: Cost; result: Result }> {
	// What earlier work left behind is not to be paid for by this one.
	globalThis.gc?.();
	const cpu = process.cpuUsage();
	const begun = performance.now();
	const result = await work();
	const { user, system } = process.cpuUsage(cpu);
	return { cost: { cpuMs: (user + system) / 1000, wallMs: performance.now() - begun }, result };
}

/** Calls `work` for the indexes below `count`, `inFlight` at a time. */
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

/** A number of scrapes through one of the clients that are compared. */
export interface Scrapes {
	baseUrl: string;
	apiKey: string;
	count: number;
	inFlight: number;
}

export const pageUrl = (index: number): string => `https://example.com/page/${index}`;

/** Stands in the address of a page that the fixed service answers with 503 at first. */
export const TROUBLED = 'troubled';

/** Its troubles are its own: no other account's page has this address. */
export const troubledUrl = (apiKey: string, index: number): string =>
	`https://example.com/${TROUBLED}/${apiKey}/${index}`;
