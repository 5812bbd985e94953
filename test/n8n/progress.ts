// Says what a long step is doing, one line every few seconds, on a terminal and in a log file alike.
const EVERY_MS = 4_000;

export interface Step<T> {
	title: string;
	/** What is known about the progress so far. */
	detail?: () => string;
	run: () => Promise<T>;
}

export async function withProgress<T>(step: Step<T>): Promise<T> {
	const started = Date.now();
	const say = (text: string) => process.stderr.write(`[${seconds(started)}] ${text}\n`);
	say(step.title);
	const timer = setInterval(() => say(`${step.title} … ${step.detail?.() ?? ''}`), EVERY_MS);
	try {
		const result = await step.run();
		say(`${step.title}: done`);
		return result;
	} finally {
		clearInterval(timer);
	}
}

function seconds(since: number): string {
	return `${String(Math.round((Date.now() - since) / 1000)).padStart(4)} s`;
}
