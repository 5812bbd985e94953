/** A test that waits for this time hangs, even on a slow machine. */
const TIMEOUT_MS = 500_000;

/** A wait of this length is written to the console, so that a slow test shows what it waits for. */
const REPORT_MS = 20_000;

/**
 * Polls until `probe` returns a value other than undefined and false. n8n does not report most states as events. `what`
 * names the awaited state in the progress and in the error.
 */
export async function until<T>(
	what: string | (() => string),
	probe: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
	const text = () => (typeof what === 'string' ? what : what());
	const begun = Date.now();
	for (let reports = 1; ;) {
		const answer = await probe();
		if (answer !== undefined && answer !== false) return answer;
		const waitedMs = Date.now() - begun;
		if (waitedMs > TIMEOUT_MS) throw new Error(`Waited ${TIMEOUT_MS} ms in vain until ${text()}`);
		if (waitedMs > reports * REPORT_MS) {
			reports += 1;
			process.stderr.write(`[${Math.round(waitedMs / 1000)} s] Waiting until ${text()}\n`);
		}
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
