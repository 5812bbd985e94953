import { spawn } from 'node:child_process';

const remedies: { pattern: RegExp; remedy: string }[] = [
	{ pattern: /ENOSPC/, remedy: 'The disk is full.' },
	{
		pattern: /not found: make|g\+\+: (not found|No such file)|Could not find any Python/i,
		remedy:
			'A C++ compiler is missing. On Debian and Ubuntu: apt-get install g++ make python3. On macOS: xcode-select --install.',
	},
	{
		pattern: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/,
		remedy: 'Cannot reach the npm registry. Check the network, the proxy, and the npm settings.',
	},
	{
		pattern: /SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)/,
		remedy:
			'The certificate of the registry is not trusted. Set NODE_EXTRA_CA_CERTS to the file with your CA.',
	},
	{ pattern: /EACCES|EPERM/, remedy: 'Cannot write to the folder of this checkout.' },
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
	const remedy = remedies.find(({ pattern }) => pattern.test(output))?.remedy;
	const tail = output.trim().split('\n').slice(-25).join('\n');
	const summary = `${what} could not be installed: "npm ${args[0]}" ended with ${code}.`;
	throw new Error([summary, remedy, tail].filter(Boolean).join('\n'));
}
