export function reportError(error: unknown): void {
	const text = error instanceof Error ? error.message : String(error);
	process.stderr.write(`\n${text}\n`);
	process.exitCode = 1;
}
