// What a person reads when the demo or the editor could not be started.
export function report(error: unknown): void {
	const text = error instanceof Error ? error.message : String(error);
	process.stderr.write(`\n${text}\n`);
	process.exitCode = 1;
}
