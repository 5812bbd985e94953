/** A test that waits for this time hangs, even on a slow machine. */
const TIMEOUT_MS = 500_000;

/** Polls until `probe` returns a value other than undefined and false. n8n does not report most states as events. */
export async function until<T>(
	what: string,
	probe: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
	const deadline = Date.now() + TIMEOUT_MS;
	for (;;) {
		const answer = await probe();
		if (answer !== undefined && answer !== false) return answer;
		if (Date.now() > deadline) throw new Error(`Waited ${TIMEOUT_MS} ms in vain until ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
