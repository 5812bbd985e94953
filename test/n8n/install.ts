import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../support/npm';
import { withProgress } from '../support/progress';
import { type Home, pathWithNode, pinned, pinnedVersions } from './places';

interface Installation {
	name: string;
	/** Approximate size of the installed packages. */
	size: string;
	/** Folder with package.json and package-lock.json. */
	root: string;
	npmArguments: string[];
	/** Runs after npm. */
	finish?: () => Promise<void>;
}

/** Installs the packages of a lock file, unless they are installed. */
export async function ensureInstalled(installation: Installation): Promise<void> {
	const { name, size, root, npmArguments, finish } = installation;
	const modules = join(root, 'node_modules');
	const stamp = join(modules, '.ready');
	const lock = readFileSync(join(root, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex').slice(0, 16);
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
	let downloads = 0;
	await withProgress({
		title: `Installing ${name} (once, about ${size})`,
		detail: () =>
			`${downloads} downloads, ${existsSync(modules) ? readdirSync(modules).length : 0} folders`,
		run: () =>
			runNpm(name, [...npmArguments, '--ignore-scripts', '--loglevel=http'], {
				cwd: root,
				onText: (text) => void (downloads += text.split('http fetch').length - 1),
			}),
	});
	await finish?.();
	writeFileSync(stamp, hash);
}

/** Installs n8n, the Node.js version on which n8n runs, and the driver of its database. */
export async function ensureN8n(home = pinned): Promise<void> {
	await ensureInstalled({
		name: `n8n ${pinnedVersions(home).n8n}`,
		size: '3 GB',
		root: home.root,
		// `npm ci` rejects a lock file without the optional packages of other platforms.
		npmArguments: ['install', '--no-save'],
		finish: async () => {
			for (const name of ['node', 'sqlite3']) await runInstallScripts(home, name);
		},
	});
}

async function runInstallScripts(home: Home, name: string): Promise<void> {
	const headers = nodeHeaders(home);
	const env = { PATH: pathWithNode(home), ...(headers && { npm_config_nodedir: headers }) };
	const args = ['rebuild', name, '--ignore-scripts=false', '--foreground-scripts'];
	await withProgress({
		title: `Building ${name}`,
		run: () => runNpm(name, args, { cwd: home.root, env }),
	});
}

/** Returns the folder of the Node.js headers, or undefined if the folder does not exist. */
function nodeHeaders({ modules }: Home): string | undefined {
	const folder = join(modules, 'node', 'node_modules');
	if (!existsSync(folder)) return undefined;
	return readdirSync(folder)
		.map((name) => join(folder, name))
		.find((candidate) => existsSync(join(candidate, 'include', 'node', 'node_api.h')));
}
