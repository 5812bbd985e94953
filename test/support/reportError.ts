/** Prints the message of an error that ends a command, and sets a failure exit code. */
export function reportError(error: unknown): void {
	const text = error instanceof Error ? error.message : String(error);
	process.stderr.write(`\n${text}\n`);
	process.exitCode = 1;
}
