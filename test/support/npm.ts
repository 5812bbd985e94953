import { spawn } from 'node:child_process';

const remedies: [pattern: RegExp, remedy: string][] = [
	[/ENOSPC/, 'The disk is full.'],
	[/not found: make|g\+\+: |find any Python/i, 'Install a C++ compiler, make, and Python 3.'],
	[/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH/, 'Check the network and the npm settings.'],
	[/SELF_SIGNED_CERT|UNABLE_TO_/, 'Set NODE_EXTRA_CA_CERTS to the file with your CA.'],
	[/EACCES|EPERM/, 'Cannot write to the folder of this checkout.'],
];

/** A surrounding `npm run` sets these variables for its own package. */
const ofOuterNpm = /^npm_(package|lifecycle|command|execpath|node)/;

export interface NpmOptions {
	cwd: string;
	/** Additional environment variables. */
	env?: Record<string, string>;
	onText?: (text: string) => void;
}

/**
 * Runs npm. If npm fails, rejects with an error that contains the last lines of the output, and a remedy if one is
 * known. `what` names the packages to install.
 */
export async function runNpm(
	what: string,
	args: readonly string[],
	{ cwd, env, onText }: NpmOptions,
): Promise<void> {
	const outer = Object.entries(process.env).filter(([name]) => !ofOuterNpm.test(name));
	const child = spawn('npm', args, { cwd, env: { ...Object.fromEntries(outer), ...env } });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			output += chunk.toString();
			onText?.(chunk.toString());
		});
	}
	const end = await new Promise((resolve) => {
		child.on('error', ({ message }) => resolve(message));
		child.on('close', (code, signal) => resolve(code ?? signal));
	});
	if (end === 0) return;
	const remedy = remedies.find(([pattern]) => pattern.test(output))?.[1];
	const tail = output.trim().split('\n').slice(-25).join('\n');
	const summary = `${what} could not be installed: "npm ${args[0]}" ended with ${String(end)}.`;
	throw new Error([summary, remedy, tail].filter(Boolean).join('\n'));
}
