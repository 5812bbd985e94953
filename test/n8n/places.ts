// Where the real n8n and what belongs to it lie on disk.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const repositoryRoot = resolve(__dirname, '..', '..');

/** One n8n on disk. */
export interface Home {
	/** The folder with the package.json and the lock file that pin it. */
	root: string;
	modules: string;
	/** Outside of node_modules, which a new installation may empty. */
	cache: string;
	nodeBinary: string;
	n8nBinary: string;
	/** Settings that not every n8n understands. */
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

/** The n8n that everything runs in where no other is named. */
export const pinned = homeIn(__dirname, join(repositoryRoot, '.cache', 'n8n'), {
	N8N_DISABLED_MODULES: 'mcp-registry',
});

export const { nodeBinary } = pinned;

/** Two checkouts with the same lock file hold the same n8n. */
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

/** n8n's own Node version comes first, so that everything n8n starts runs on it, too. */
export function pathWithNode(home = pinned): string {
	const outer = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin';
	return [dirname(home.nodeBinary), outer].join(':');
}

/** The Node binary comes with its headers: a compiler then needs no download of its own. */
export function nodeHeaders({ modules } = pinned): string | undefined {
	const folder = join(modules, 'node', 'node_modules');
	if (!existsSync(folder)) return undefined;
	return readdirSync(folder)
		.map((name) => join(folder, name))
		.find((candidate) => existsSync(join(candidate, 'include', 'node', 'node_api.h')));
}
