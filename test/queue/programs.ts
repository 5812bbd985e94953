import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { withProgress } from '../support/progress';

const execute = promisify(execFile);

export interface Programs {
	redis: string;
	initdb: string;
	postgres: string;
}

const packages = ['redis-server', 'postgresql'];
/** Debian installs the PostgreSQL programs in this folder, which is not in PATH. */
const debianFolder = '/usr/lib/postgresql';

const HOW_TO =
	'Redis and PostgreSQL are needed for the tests of queue mode. ' +
	`On Debian and Ubuntu: apt-get install ${packages.join(' ')}. On macOS: brew install redis postgresql.`;

export async function ensurePrograms(): Promise<Programs> {
	const programs = findPrograms();
	if (programs) return programs;
	if (process.getuid?.() !== 0 || !inPath('apt-get')) throw new Error(HOW_TO);
	await withProgress({
		title: `Installing ${packages.join(' and ')} with apt-get`,
		run: installPackages,
	});
	const installed = findPrograms();
	if (!installed) throw new Error(HOW_TO);
	return installed;
}

function findPrograms(): Programs | undefined {
	const folders = [...searchPath(), ...versionFolders()];
	const [redis, initdb, postgres] = ['redis-server', 'initdb', 'postgres'].map((name) =>
		find(name, folders),
	);
	return redis && initdb && postgres ? { redis, initdb, postgres } : undefined;
}

function searchPath(): string[] {
	return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

function versionFolders(): string[] {
	if (!existsSync(debianFolder)) return [];
	return readdirSync(debianFolder)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(debianFolder, version, 'bin'));
}

function find(name: string, folders: readonly string[]): string | undefined {
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

function inPath(name: string): boolean {
	return find(name, searchPath()) !== undefined;
}

async function installPackages(): Promise<void> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	try {
		await execute('apt-get', ['update'], { env });
		await execute('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
	} catch (error) {
		throw new Error(HOW_TO, { cause: error });
	}
}
