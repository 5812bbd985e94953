import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentForNpm, runNpm } from '../support/npm';
import type { Facts } from './builderFacts';
import { ensureN8n } from './install';
import { installPackage } from './package';
import { pathWithNode, pinned } from './places';

const execute = promisify(execFile);

/**
 * Returns what n8n's workflow builders make of each node. `packages` lists other community packages to install from npm.
 */
export async function readFacts(
	nodeIds: readonly string[],
	packages: readonly string[] = [],
): Promise<Facts[]> {
	await ensureN8n();
	const folder = await mkdtemp(join(tmpdir(), 'web-data-builders-'));
	try {
		const nodes = join(folder, '.n8n', 'nodes');
		await mkdir(nodes, { recursive: true });
		const options = ['--no-save', '--ignore-scripts', '--legacy-peer-deps'];
		const command = { cwd: nodes, env: environmentForNpm() };
		for (const name of packages) await runNpm(name, ['install', ...options, name], command);
		await installPackage(folder);
		const script = join(__dirname, 'builderFacts.ts');
		const { stdout } = await execute(pinned.nodeBinary, [script, pinned.modules, ...nodeIds], {
			cwd: folder,
			env: {
				PATH: pathWithNode(),
				HOME: folder,
				N8N_USER_FOLDER: folder,
				N8N_ENCRYPTION_KEY: 'key',
				N8N_DIAGNOSTICS_ENABLED: 'false',
				N8N_LOG_LEVEL: 'error',
				N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
				N8N_VERIFIED_PACKAGES_ENABLED: 'false',
				...pinned.env,
			},
		});
		return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Facts[];
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
