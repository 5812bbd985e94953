import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const repositoryRoot = resolve(__dirname, '..', '..');

export interface Home {
	/** Folder with the package.json and the lock file that pin n8n. */
	root: string;
	modules: string;
	nodeBinary: string;
	n8nBinary: string;
	env: Record<string, string>;
}

export function homeIn(root: string, env: Home['env'] = {}): Home {
	const modules = join(root, 'node_modules');
	return {
		root,
		modules,
		env,
		nodeBinary: join(modules, 'node', 'bin', 'node'),
		n8nBinary: join(modules, 'n8n', 'bin', 'n8n'),
	};
}

export const pinned = homeIn(__dirname, { N8N_DISABLED_MODULES: 'mcp-registry' });

export const { nodeBinary } = pinned;

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
