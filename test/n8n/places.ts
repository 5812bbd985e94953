import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const repositoryRoot = resolve(__dirname, '..', '..');

/** An installation of n8n. */
export interface Home {
	/** Folder with the package.json and the lock file that pin the version of n8n. */
	root: string;
	modules: string;
	/** Folder outside of node_modules, because an installation can empty node_modules. */
	cache: string;
	nodeBinary: string;
	n8nBinary: string;
	/** Environment variables that only the installed version of n8n supports. */
	env: Record<string, string>;
}

export function homeIn(root: string, cache: string, env: Home['env'] = {}): Home {
	const modules = join(root, 'node_modules');
	return {
		root,
		modules,
		cache,
		env,
		nodeBinary: join(modules, 'node', 'bin', 'node'),
		n8nBinary: join(modules, 'n8n', 'bin', 'n8n'),
	};
}

/** The default version of n8n. */
export const pinned = homeIn(__dirname, join(repositoryRoot, '.cache', 'n8n'), {
	N8N_DISABLED_MODULES: 'mcp-registry',
});

export const { nodeBinary } = pinned;

/** Checkouts with the same lock file share an installation. */
export function lockHash({ root } = pinned): string {
	const lock = readFileSync(join(root, 'package-lock.json'));
	return createHash('sha256').update(lock).digest('hex').slice(0, 16);
}

export function pinnedVersions({ root }: Pick<Home, 'root'> = pinned): {
	n8n: string;
	node: string;
} {
	const text = readFileSync(join(root, 'package.json'), 'utf8');
	return (JSON.parse(text) as { dependencies: { n8n: string; node: string } }).dependencies;
}

/**
 * Returns a PATH that starts with the Node.js version of n8n, so that every process started by n8n
 * uses the same Node.js version.
 */
export function pathWithNode(home = pinned): string {
	const outer = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin';
	return [dirname(home.nodeBinary), outer].join(':');
}

/** Returns the folder of the Node.js headers, so that a compiler does not download them. */
export function nodeHeaders({ modules } = pinned): string | undefined {
	const folder = join(modules, 'node', 'node_modules');
	if (!existsSync(folder)) return undefined;
	return readdirSync(folder)
		.map((name) => join(folder, name))
		.find((candidate) => existsSync(join(candidate, 'include', 'node', 'node_api.h')));
}
