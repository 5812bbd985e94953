import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packFolder } from '../release/tarball';
import { repositoryRoot } from './places';

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
	await rm(target, { recursive: true, force: true });
	const folder = await mkdtemp(join(tmpdir(), 'web-data-pack-'));
	try {
		await packFolder(root, folder);
		await cp(join(folder, 'package'), target, { recursive: true });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	await dropDevelopmentParts(target);
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
