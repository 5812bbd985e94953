import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from './places';

const execute = promisify(execFile);

type Manifest = Record<string, unknown> & {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
};

/** Installs the packed package in the same way that n8n installs a community package. */
export async function installPackage(userFolder: string, root = repositoryRoot): Promise<void> {
	const manifest = await readManifest(root);
	const nodes = join(userFolder, '.n8n', 'nodes');
	const target = join(nodes, 'node_modules', manifest.name);
	await unpackPackage(target, root);
	await writeJson(join(nodes, 'package.json'), {
		name: 'installed-nodes',
		private: true,
		dependencies: { [manifest.name]: manifest.version },
	});
}

/**
 * Packs the package as for a release and unpacks it into `target`, without the files that n8n
 * removes.
 */
export async function unpackPackage(target: string, root = repositoryRoot): Promise<void> {
	checkBuilt(root, await readManifest(root));
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await unpack(root, target);
	await dropDevelopmentParts(target);
}

function checkBuilt(root: string, manifest: Manifest): void {
	const missing = [...manifest.n8n.nodes, ...manifest.n8n.credentials].filter(
		(file) => !existsSync(join(root, file)),
	);
	if (missing.length > 0) {
		throw new Error(`Not built yet: ${missing.join(', ')} is missing. Run: npm run build`);
	}
}

async function unpack(root: string, target: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'web-data-pack-'));
	try {
		const { stdout } = await execute(
			'npm',
			['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder],
			{ cwd: root },
		);
		await execute('tar', [
			'-xzf',
			join(folder, tarballName(stdout)),
			'-C',
			target,
			'--strip-components=1',
		]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Up to npm 11, `npm pack --json` prints a list. npm 12 prints an object with package names as keys. */
function tarballName(report: string): string {
	const [packed] = Object.values(JSON.parse(report) as Record<string, { filename: string }>);
	if (!packed) throw new Error(`npm pack made nothing: ${report}`);
	return packed.filename;
}

async function dropDevelopmentParts(target: string): Promise<void> {
	const { devDependencies, peerDependencies, optionalDependencies, ...manifest } =
		await readManifest(target);
	void [devDependencies, peerDependencies, optionalDependencies];
	if (Object.keys(manifest.dependencies ?? {}).length > 0) {
		throw new Error('The package promises to have no dependencies at run time, but has some.');
	}
	await writeJson(join(target, 'package.json'), manifest);
}

async function readManifest(folder: string): Promise<Manifest> {
	return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

async function writeJson(file: string, value: unknown): Promise<void> {
	await writeFile(file, JSON.stringify(value, null, 2));
}
