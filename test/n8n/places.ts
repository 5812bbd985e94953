// Where the real n8n and what belongs to it lie on disk.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const repositoryRoot = resolve(__dirname, '..', '..');
export const n8nRoot = __dirname;
export const modules = join(n8nRoot, 'node_modules');
/** Outside of node_modules, which a new installation may empty. */
export const cache = join(repositoryRoot, '.cache', 'n8n');

export const nodeBinary = join(modules, 'node', 'bin', 'node');
export const n8nBinary = join(modules, 'n8n', 'bin', 'n8n');

/** Two checkouts with the same lock file hold the same n8n. */
export function lockHash(): string {
	const lock = readFileSync(join(n8nRoot, 'package-lock.json'));
	return createHash('sha256').update(lock).digest('hex').slice(0, 16);
}

export function pinnedVersions(): { n8n: string; node: string } {
	const text = readFileSync(join(n8nRoot, 'package.json'), 'utf8');
	return (JSON.parse(text) as { dependencies: { n8n: string; node: string } }).dependencies;
}

/** n8n's own Node version comes first, so that everything n8n starts runs on it, too. */
export function pathWithNode(): string {
	return [dirname(nodeBinary), process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'].join(':');
}

/** The Node binary comes with its headers: a compiler then needs no download of its own. */
export function nodeHeaders(): string | undefined {
	const folder = join(modules, 'node', 'node_modules');
	if (!existsSync(folder)) return undefined;
	return readdirSync(folder)
		.map((name) => join(folder, name))
		.find((candidate) => existsSync(join(candidate, 'include', 'node', 'node_api.h')));
}
