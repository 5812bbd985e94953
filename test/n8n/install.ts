import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Home, lockHash, nodeHeaders, pathWithNode, pinned, pinnedVersions } from './places';
import { releaseLock, tryLock } from '../support/lock';
import { environmentForNpm, runCommand, runNpm } from '../support/npm';
import { withProgress } from '../support/progress';
import { until } from './until';

const stampOf = ({ modules }: Home): string => join(modules, '.ready');
const lockFolderOf = ({ cache }: Home): string => join(cache, 'install.lock');
const INSTALL_TIMEOUT_MS = 30 * 60_000;

export async function ensureN8n(home = pinned): Promise<void> {
	if (isReady(home)) return;
	await takeLock(home);
	try {
		if (!isReady(home)) await install(home);
	} finally {
		releaseLock(lockFolderOf(home));
	}
}

function isReady(home: Home): boolean {
	const stamp = stampOf(home);
	return (
		existsSync(stamp) &&
		readFileSync(stamp, 'utf8') === lockHash(home) &&
		existsSync(home.nodeBinary)
	);
}

async function install(home: Home): Promise<void> {
	const { modules, nodeBinary, n8nBinary } = home;
	const versions = pinnedVersions(home);
	await downloadPackages(home, versions.n8n);
	if (!(await works(home, [nodeBinary, '--version']))) await fetchNode(home, versions.node);
	const database = [nodeBinary, '-e', 'require("sqlite3")'];
	if (!(await works(home, database))) await buildDatabaseDriver(home);
	if (!(await works(home, database)) || !existsSync(n8nBinary)) {
		throw new Error(`n8n was installed but does not start. Delete ${modules} and try again.`);
	}
	writeFileSync(stampOf(home), lockHash(home));
}

async function downloadPackages(home: Home, version: string): Promise<void> {
	const started: { output: string } = { output: '' };
	await withProgress({
		title: `Installing n8n ${version} for the tests and the demo (once, about 3 GB)`,
		detail: () =>
			`${started.output.split('http fetch').length - 1} downloads, ${folderCount(home)} folders`,
		run: () =>
			// `npm ci` rejects a lock file without the optional packages of other platforms.
			npm(home, ['install', '--no-save', '--ignore-scripts=true', '--loglevel=http'], started),
	});
}

async function fetchNode(home: Home, version: string): Promise<void> {
	await withProgress({
		title: `Fetching Node ${version}, on which n8n runs`,
		run: () => npm(home, ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']),
	});
}

async function buildDatabaseDriver(home: Home): Promise<void> {
	await withProgress({
		title: 'Building n8n’s database driver (about a minute)',
		run: () => npm(home, ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts']),
	});
}

function folderCount({ modules }: Home): number {
	return existsSync(modules) ? readdirSync(modules).length : 0;
}

async function npm(
	home: Home,
	args: string[],
	progress: { output: string } = { output: '' },
): Promise<void> {
	await runNpm('n8n', args, {
		cwd: home.root,
		env: installEnvironment(home),
		onText: (text) => {
			progress.output += text;
		},
	});
}

async function works(home: Home, command: string[]): Promise<boolean> {
	const settings = { cwd: home.root, env: installEnvironment(home) };
	return existsSync(command[0] ?? '') && (await runCommand(command, settings)) === 0;
}

function installEnvironment(home: Home): NodeJS.ProcessEnv {
	const headers = nodeHeaders(home);
	return {
		...environmentForNpm(),
		PATH: pathWithNode(home),
		...(headers ? { npm_config_nodedir: headers } : {}),
	};
}

async function takeLock(home: Home): Promise<void> {
	mkdirSync(home.cache, { recursive: true });
	const lockFolder = lockFolderOf(home);
	if (tryLock(lockFolder)) return;
	await withProgress({
		title: 'Waiting for another process that is installing n8n',
		run: () =>
			until('the other installation ends', () => tryLock(lockFolder), {
				timeoutMs: INSTALL_TIMEOUT_MS,
				everyMs: 1_000,
			}),
	});
}
