import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const repositoryRoot = resolve(__dirname, '..', '..');

export interface Home {
	root: string;
	modules: string;
	/** Not in node_modules, because npm can empty node_modules. */
	cache: string;
	nodeBinary: string;
	n8nBinary: string;
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

/** Returns a PATH that starts with the folder of n8n's Node.js version. */
export function pathWithNode(home = pinned): string {
	const outer = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin';
	return [dirname(home.nodeBinary), outer].join(':');
}

/** Returns the folder of the Node.js headers, or undefined if the folder does not exist. */
export function nodeHeaders({ modules } = pinned): string | undefined {
	const folder = join(modules, 'node', 'node_modules');
	if (!existsSync(folder)) return undefined;
	return readdirSync(folder)
		.map((name) => join(folder, name))
		.find((candidate) => existsSync(join(candidate, 'include', 'node', 'node_api.h')));
}
