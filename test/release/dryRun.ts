import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startRegistry, type Registry } from './registry';
import { checksumOf } from './tarball';
import { runSteps, workflowText, type Step } from './workflowSteps';

const execute = promisify(execFile);
const root = join(__dirname, '../..');

/** The paths of the packed tarballs, and the version without the suffix of a build. */
export interface Release {
	undici: string;
	cloud: string;
	version: string;
}

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
		await cp(undici, join(folder, basename(undici)));
	},
	'cloud-branch': async (folder, { temporary }) => {
		const origin = join(temporary, 'origin.git');
		await execute('git', ['init', '--quiet', '--bare', origin]);
		await execute('git', ['init', '--quiet', folder]);
		await execute('git', ['remote', 'add', 'origin', origin], { cwd: folder });
		await cp(join(root, 'build/cloud'), join(folder, 'build/cloud'), { recursive: true });
	},
	'cloud-package': async (folder, { temporary }) => {
		const origin = join(temporary, 'origin.git');
		await execute('git', ['clone', '--quiet', '--branch', 'cloud', origin, folder]);
		await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
	},
	cloud: async (folder, { temporary, cloud }) => {
		const packed = join(temporary, 'cloud-package', basename(cloud));
		const [again, tested] = await Promise.all([readFile(packed), readFile(cloud)]);
		if (!again.equals(tested)) throw new Error('The tarball of the branch is not the tested one');
		await cp(packed, join(folder, basename(cloud)));
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
	return `passed: ${title}\n        ${await publishedBy(job, rehearsal)}`;
}

async function publishedBy(job: string, { registry, ...release }: Rehearsal): Promise<string> {
	const { tag, version, checksum } = registry.published.at(-1) ?? {};
	const expected = version === release.version ? 'latest' : job;
	if (tag !== expected) throw new Error(`${job} published with the tag ${String(tag)}`);
	const tarball = job === 'cloud' ? release.cloud : release.undici;
	if (checksum !== (await checksumOf(tarball))) {
		throw new Error(`${job} published ${String(checksum)}, which is not the tested tarball`);
	}
	return `Published ${String(version)} with the tag ${String(tag)} in a local registry`;
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
