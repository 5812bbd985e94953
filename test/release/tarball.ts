import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageProblems, type PackedFile, tagOf } from './packageContent';

const execute = promisify(execFile);
const root = join(__dirname, '../..');

export interface Tarball {
	path: string;
	/** The checksum in the form that npm and `N8N_COMMUNITY_PACKAGES` use. */
	checksum: string;
	files: PackedFile[];
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
	const options = ['--json', '--ignore-scripts', '--loglevel=error'];
	const args = ['pack', ...options, '--pack-destination', destination];
	const { stdout } = await execute('npm', args, { cwd: folder });
	const [{ filename, integrity, files }] = JSON.parse(stdout) as [NpmPackResult];
	const path = join(destination, filename);
	await execute('tar', ['-xzf', path, '-C', destination]);
	const withText = files.map(async (file) => ({
		path: file.path,
		text: await readFile(join(destination, 'package', file.path), 'utf8'),
	}));
	return { path, checksum: integrity, files: await Promise.all(withText) };
}

export interface Build extends Tarball {
	name: string;
	folder: string;
}

export interface Release {
	/** The version without the suffix of a build. */
	version: string;
	undici: Build;
	cloud: Build;
	/** What prevents the publication of the packages. */
	problems: string[];
}

interface Lock {
	version: string;
	packages: Record<string, { version: string }>;
}

const readJson = async <T>(name: string): Promise<T> =>
	JSON.parse(await readFile(join(root, name), 'utf8')) as T;

/** Packs both builds. */
export async function packRelease(destination: string): Promise<Release> {
	const lock = await readJson<Lock>('package-lock.json');
	const { version } = await readJson<{ version: string }>('package.json');
	if (lock.version !== version) {
		throw new Error(`package.json has version ${version}, package-lock.json ${lock.version}`);
	}
	const pack = async (name: string): Promise<Build> => {
		const folder = join(root, 'build', name);
		return { ...(await packFolder(folder, join(destination, name))), name, folder };
	};
	const [undici, cloud] = [await pack('undici'), await pack('cloud')];
	const problemsOf = ({ name, files }: Build, bundledNames: string[]): string[] => {
		const bundled = bundledNames.map(
			(each) => `${each} ${lock.packages[`node_modules/${each}`]?.version ?? 'missing'}`,
		);
		return packageProblems(files, { tag: name, version, bundled }).map(
			(problem) => `${name}: ${problem}`,
		);
	};
	const latest = [undici, cloud].filter(({ files }) => tagOf(files) === 'latest');
	const problems = [
		...problemsOf(undici, ['jsonc-parser', 'zod', 'undici']),
		...problemsOf(cloud, ['jsonc-parser', 'zod']),
		...(latest.length === 1 ? [] : ['One build must have the tag latest']),
	];
	return { version, undici, cloud, problems };
}
