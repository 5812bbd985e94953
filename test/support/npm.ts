import { spawn } from 'node:child_process';

const remedies: [pattern: RegExp, remedy: string][] = [
	[/ENOSPC/, 'The disk is full.'],
	[/not found: make|g\+\+: |find any Python/i, 'Install a C++ compiler, make, and Python 3.'],
	[/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH/, 'Check the network and the npm settings.'],
	[/SELF_SIGNED_CERT|UNABLE_TO_/, 'Set NODE_EXTRA_CA_CERTS to the file with your CA.'],
	[/EACCES|EPERM/, 'Cannot write to the folder of this checkout.'],
];

export interface Command {
	cwd: string;
	env: NodeJS.ProcessEnv;
	onText?(text: string): void;
}

export function runCommand(
	[file = '', ...args]: readonly string[],
	{ cwd, env, onText = () => undefined }: Command,
): Promise<number | string> {
	return new Promise((resolve) => {
		const child = spawn(file, args, { cwd, env });
		child.stdout.on('data', (chunk: Buffer) => onText(chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => onText(chunk.toString()));
		child.on('error', (error) => {
			onText(error.message);
			resolve(error.message);
		});
		child.on('close', (code, signal) => resolve(code ?? signal ?? 'no exit code'));
	});
}

/**
 * A surrounding `npm run` sets variables for its own package. The returned environment does not contain these
 * variables.
 */
export function environmentForNpm(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	const kept = Object.entries(env).filter(
		([name]) => !/^npm_(package|lifecycle|command|execpath|node)/.test(name),
	);
	return Object.fromEntries(kept);
}

/**
 * Runs npm. If npm fails, rejects with an error that contains the last lines of the output, and a remedy if one is
 * known. `what` names the packages to install.
 */
export async function runNpm(
	what: string,
	args: readonly string[],
	{ onText, ...command }: Command,
): Promise<void> {
	let output = '';
	const code = await runCommand(['npm', ...args], {
		...command,
		onText: (text) => {
			output += text;
			onText?.(text);
		},
	});
	if (code === 0) return;
	const remedy = remedies.find(([pattern]) => pattern.test(output))?.[1];
	const tail = output.trim().split('\n').slice(-25).join('\n');
	const summary = `${what} could not be installed: "npm ${args[0]}" ended with ${code}.`;
	throw new Error([summary, remedy, tail].filter(Boolean).join('\n'));
}
