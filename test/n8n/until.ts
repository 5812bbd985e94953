/** A test that waits for this time hangs, even on a slow machine. */
const TIMEOUT_MS = 500_000;

/** A wait of this length is written to the console, so that a slow test shows what it waits for. */
const REPORT_MS = 20_000;

/** Polls until `probe` returns a value other than undefined and false. n8n does not report most states as events. */
export async function until<T>(
	what: string,
	probe: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
	const begun = Date.now();
	for (let reports = 1; ;) {
		const answer = await probe();
		if (answer !== undefined && answer !== false) return answer;
		const waitedMs = Date.now() - begun;
		if (waitedMs > TIMEOUT_MS) throw new Error(`Waited ${TIMEOUT_MS} ms in vain until ${what}`);
		if (waitedMs > reports * REPORT_MS) {
			reports += 1;
			process.stderr.write(`[${Math.round(waitedMs / 1000)} s] Waiting until ${what}\n`);
		}
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
