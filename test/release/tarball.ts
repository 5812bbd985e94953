import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import type { ExpectedPackage, PackedFile } from './packageContent';

const execute = promisify(execFile);
const root = join(__dirname, '../..');

interface Lock {
	version: string;
	packages: Record<string, { version: string }>;
}

export interface Build {
	name: string;
	folder: string;
	expected: ExpectedPackage;
}

/** The lock file determines the versions of the bundled packages. */
export async function builds(): Promise<[undici: Build, cloud: Build]> {
	const lock = await readJson<Lock>(join(root, 'package-lock.json'));
	const { version } = await readJson<{ version: string }>(join(root, 'package.json'));
	if (lock.version !== version) {
		throw new Error(`package.json has version ${version}, package-lock.json ${lock.version}`);
	}
	const versionsOf = (names: string[]) =>
		Object.fromEntries(
			names.map((name) => [name, lock.packages[`node_modules/${name}`]?.version ?? 'missing']),
		);
	const build = (name: string, ...bundled: string[]): Build => ({
		name,
		folder: join(root, 'build', name),
		expected: { tag: name, version, bundled: versionsOf(['jsonc-parser', 'zod', ...bundled]) },
	});
	return [build('undici', 'undici'), build('cloud')];
}

const readJson = async <T>(path: string): Promise<T> =>
	JSON.parse(await readFile(path, 'utf8')) as T;

export async function packFolder(folder: string, destination: string): Promise<string> {
	if (!existsSync(join(folder, 'dist')))
		throw new Error('dist/ is missing. Run "npm run build" first.');
	await mkdir(destination, { recursive: true });
	const options = ['--ignore-scripts', '--loglevel=error', '--pack-destination', destination];
	const { stdout } = await execute('npm', ['pack', ...options], { cwd: folder });
	return join(destination, stdout.trim());
}

/** Returns the checksum in the form that npm and `N8N_COMMUNITY_PACKAGES` use. */
export async function checksumOf(path: string): Promise<string> {
	return `sha512-${createHash('sha512')
		.update(await readFile(path))
		.digest('base64')}`;
}

export async function readTarball(path: string): Promise<PackedFile[]> {
	const folder = await mkdtemp(join(tmpdir(), 'web-data-tarball-'));
	try {
		await execute('tar', ['-xzf', path, '-C', folder]);
		return await filesIn(join(folder, 'package'));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function filesIn(folder: string): Promise<PackedFile[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => !entry.isDirectory())
		.map(async (entry) => {
			const path = join(entry.parentPath, entry.name);
			return {
				path: relative(folder, path).split(sep).join('/'),
				text: entry.isFile() ? await readFile(path, 'utf8') : '',
				isRegularFile: entry.isFile(),
			};
		});
	return Promise.all(files);
}
