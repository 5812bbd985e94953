const INTERVAL_MS = 15_000;

/** Prints the title, duration, and detail of a long step at intervals. */
export async function withProgress<T>({
	title,
	detail = () => '',
	run,
}: {
	title: string;
	detail?: () => string;
	run: () => Promise<T>;
}): Promise<T> {
	const started = Date.now();
	const show = (text: string): void => {
		const seconds = String(Math.round((Date.now() - started) / 1000)).padStart(4);
		process.stderr.write(`[${seconds} s] ${title}${text}\n`);
	};
	show('');
	const timer = setInterval(() => show(` ${detail()}`), INTERVAL_MS);
	try {
		const result = await run();
		show(': done');
		return result;
	} finally {
		clearInterval(timer);
	}
}
