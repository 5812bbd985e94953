// The tests poll n8n, because n8n does not report most states as events.
export interface WaitOptions {
	timeoutMs?: number;
	everyMs?: number;
}

export async function until<T>(
	what: string,
	probe: () => Promise<T | undefined>,
	{ timeoutMs = 30_000, everyMs = 100 }: WaitOptions = {},
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await probe();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}`);
		await new Promise((resolve) => setTimeout(resolve, everyMs));
	}
}
