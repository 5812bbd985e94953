import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { tagOf } from './packageContent';
import { startRegistry, type Registry } from './registry';
import type { Release } from './tarball';
import { runSteps, workflowText, type Step } from './workflowSteps';

const execute = promisify(execFile);
const root = join(__dirname, '../..');

interface Rehearsal extends Release {
	temporary: string;
	registry: Registry;
}

const skipped: readonly [pattern: RegExp, reason: string][] = [
	[/\bdocker /, 'needs Docker'],
	[/^gh /, 'needs GitHub'],
	[/^npm ci\b/, 'needs the registry'],
];

/** Creates the folder in which the steps of a job run, with the files that earlier jobs pass to this job. */
const preparations: Record<string, (folder: string, rehearsal: Rehearsal) => Promise<void>> = {
	undici: async (folder, { undici }) => {
		await cp(undici.path, join(folder, basename(undici.path)));
	},
	'cloud-branch': async (folder, { temporary, cloud }) => {
		const origin = join(temporary, 'origin.git');
		await execute('git', ['init', '--quiet', '--bare', origin]);
		await execute('git', ['init', '--quiet', folder]);
		await execute('git', ['remote', 'add', 'origin', origin], { cwd: folder });
		await cp(cloud.folder, join(folder, 'build/cloud'), { recursive: true });
	},
	'cloud-package': async (folder, { temporary }) => {
		const origin = join(temporary, 'origin.git');
		await execute('git', ['clone', '--quiet', '--branch', 'cloud', origin, folder]);
		await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
	},
	cloud: async (folder, { temporary, cloud }) => {
		const packed = join(temporary, 'cloud-package', basename(cloud.path));
		const [again, tested] = await Promise.all([readFile(packed), readFile(cloud.path)]);
		if (!again.equals(tested)) throw new Error('The tarball of the branch is not the tested one');
		await cp(packed, join(folder, basename(cloud.path)));
	},
};

/** Runs the steps of publish.yml that need neither a network nor Docker. Returns one line per step. */
export async function dryRun(release: Release): Promise<string[]> {
	const temporary = await mkdtemp(join(tmpdir(), 'web-data-publish-'));
	const registry = await startRegistry();
	try {
		const lines: string[] = [];
		for (const step of runSteps(workflowText('publish.yml'))) {
			lines.push(await rehearse(step, { ...release, temporary, registry }));
		}
		return lines;
	} finally {
		await registry.close();
		await rm(temporary, { recursive: true, force: true });
	}
}

async function rehearse({ job, run }: Step, rehearsal: Rehearsal): Promise<string> {
	const title = `${job}: ${run.split('\n')[0]}`;
	const [, reason] = skipped.find(([pattern]) => pattern.test(run)) ?? [];
	if (reason !== undefined) return `skipped, ${reason}: ${title}`;
	const folder = join(rehearsal.temporary, job);
	const isFirst = (await mkdir(folder, { recursive: true })) !== undefined;
	if (isFirst) await preparations[job]?.(folder, rehearsal);
	await runShell(run, folder, rehearsal);
	// The branch exists after the first release.
	if (job === 'cloud-branch') await runShell(run, folder, rehearsal);
	if (!run.startsWith('npm publish')) return `passed: ${title}`;
	const build = job === 'cloud' ? rehearsal.cloud : rehearsal.undici;
	const { tag, version, checksum } = rehearsal.registry.published.at(-1) ?? {};
	if (tag !== tagOf(build.files)) throw new Error(`${job} published with the tag ${String(tag)}`);
	if (checksum !== build.checksum) {
		throw new Error(`${job} published ${String(checksum)}, which is not the tested tarball`);
	}
	return `passed: ${title}\n        Published ${version} with the tag ${tag} in a local registry`;
}

async function runShell(
	run: string,
	cwd: string,
	{ temporary, registry, version }: Rehearsal,
): Promise<void> {
	const env = {
		...process.env,
		GITHUB_REF_NAME: `v${version}`,
		RUNNER_TEMP: temporary,
		GIT_CONFIG_GLOBAL: '/dev/null',
		npm_config_registry: registry.url,
		[`npm_config_${registry.url.replace('http:', '')}:_authToken`]: 'local',
	};
	// `bash -e` is the default shell of GitHub Actions. Only GitHub can attest the provenance.
	await execute('bash', ['-e', '-c', run.replace(' --provenance', '')], { cwd, env });
}
