import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Tarball {
	path: string;
	/** The checksum in the form that npm and `N8N_COMMUNITY_PACKAGES` use. */
	checksum: string;
	/** Texts of the files by path, relative to the package root. */
	files: Map<string, string>;
}

interface NpmPackResult {
	filename: string;
	integrity: string;
	files: { path: string }[];
}

/** Packs the package in a folder, and unpacks it next to the tarball. */
export async function packFolder(folder: string, destination: string): Promise<Tarball> {
	if (!existsSync(join(folder, 'dist')))
		throw new Error('dist/ is missing. Run "npm run build" first.');
	await mkdir(destination, { recursive: true });
	const execute = promisify(execFile);
	const options = ['--json', '--ignore-scripts', '--loglevel=error'];
	const args = ['pack', ...options, '--pack-destination', destination];
	const { stdout } = await execute('npm', args, { cwd: folder });
	const [{ filename, integrity, files }] = JSON.parse(stdout) as [NpmPackResult];
	const path = join(destination, filename);
	await execute('tar', ['-xzf', path, '-C', destination]);
	const texts = files.map(async (file): Promise<[string, string]> => [
		file.path,
		await readFile(join(destination, 'package', file.path), 'utf8'),
	]);
	return { path, checksum: integrity, files: new Map(await Promise.all(texts)) };
}
