export function serve<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
	process.on('message', ({ id, job }: { id: number; job: Job }) => {
		work(job).then(
			(answer) => process.send?.({ id, answer }),
			(error: unknown) => process.send?.({ id, error: textOf(error) }),
		);
	});
	process.on('disconnect', () => process.exit());
}

const textOf = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error);

export interface Cost {
	cpuMs: number;
	wallMs: number;
}

export async function measured<Result>(
	work: () => Promise<Result>,
): Promise<{ cost: Cost; result: Result }> {
	globalThis.gc?.();
	const cpu = process.cpuUsage();
	const begun = performance.now();
	const result = await work();
	const { user, system } = process.cpuUsage(cpu);
	return { cost: { cpuMs: (user + system) / 1000, wallMs: performance.now() - begun }, result };
}

export interface Scrapes {
	baseUrl: string;
	apiKey: string;
	count: number;
	inFlight: number;
}

export const benchPageUrl = (index: number): string => `https://example.com/page/${index}`;

export const benchItems = (count: number): { url: string }[] =>
	Array.from({ length: count }, (_, index) => ({ url: benchPageUrl(index) }));
