const PLAIN_INTERVAL_MS = 15_000;
const UPDATE_INTERVAL_MS = 250;
const ERASE_LINE = '\r\u001b[K';

export interface ProgressStep<T> {
	title: string;
	detail?: () => string;
	run: () => Promise<T>;
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** Shows the progress of a long step. On a terminal, updates one line. Otherwise, prints a new line at intervals. */
export async function withProgress<T>(
	{ title, detail, run }: ProgressStep<T>,
	output: Output = process.stderr,
): Promise<T> {
	const started = Date.now();
	const line = (text: string): string => {
		const seconds = Math.round((Date.now() - started) / 1000);
		return `[${String(seconds).padStart(4)} s] ${text}`;
	};
	const show = (text: string): void => {
		const whole = output.isTTY
			? `${ERASE_LINE}${line(text).slice(0, (output.columns || 80) - 1)}`
			: `${line(text)}\n`;
		output.write(whole);
	};
	show(title);
	const interval = output.isTTY ? UPDATE_INTERVAL_MS : PLAIN_INTERVAL_MS;
	const timer = setInterval(() => show(`${title} ${detail?.() ?? ''}`), interval);
	try {
		const result = await run();
		show(`${title}: done`);
		return result;
	} finally {
		clearInterval(timer);
		if (output.isTTY) output.write('\n');
	}
}
