import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { listen } from '../support/listen';
import { runSteps, workflowText } from './workflowSteps';

const root = join(__dirname, '../..');

interface Published {
	version: string;
	tag: string;
	checksum: string;
}

interface Packument {
	'dist-tags': Record<string, string>;
	versions: Record<string, { dist: { integrity: string } }>;
}

const skipped: readonly [pattern: RegExp, reason: string][] = [
	[/\bdocker /, 'needs Docker'],
	[/^gh /, 'needs GitHub'],
	[/^npm ci\b/, 'needs the registry'],
];

/** Scripts that create the files that a job checks out or gets from earlier jobs. */
const preparations: Record<string, string> = {
	undici: `cp '${root}'/build/release/undici/*.tgz .`,
	'cloud-branch': `git init --quiet --bare ../origin.git
		git init --quiet .
		git remote add origin ../origin.git
		mkdir build
		cp -r '${root}/build/cloud' build`,
	'cloud-package': `git clone --quiet --branch cloud ../origin.git .
		ln -s '${root}/node_modules' .`,
	cloud: 'cp ../cloud-package/*.tgz .',
};

/** Starts a local npm registry that contains no packages and records what is published. */
async function startRegistry() {
	const published: Published[] = [];
	const server = createServer((request, response) => {
		const record = async (): Promise<void> => {
			const { 'dist-tags': tags, versions } = (await json(request)) as Packument;
			const [[tag, version] = ['', '']] = Object.entries(tags);
			published.push({ version, tag, checksum: versions[version]?.dist.integrity ?? '' });
			response.writeHead(201).end('{}');
		};
		if (request.method !== 'PUT') response.writeHead(404).end('{}');
		else record().catch(() => response.writeHead(400).end('{}'));
	});
	return { ...(await listen(server)), published };
}

/**
 * Runs the steps of publish.yml that need neither a network nor Docker, with the tarballs in build/release. Returns the
 * outcome of each step, and what the steps published in a local registry.
 */
export async function rehearse(
	version: string,
): Promise<{ outcomes: string[]; published: Published[] }> {
	const temporary = await mkdtemp(join(tmpdir(), 'web-data-publish-'));
	const { url, close, published } = await startRegistry();
	const env = {
		...process.env,
		GITHUB_REF_NAME: `v${version}`,
		RUNNER_TEMP: temporary,
		GIT_CONFIG_GLOBAL: '/dev/null',
		npm_config_registry: `${url}/`,
		[`npm_config_${url.replace('http:', '')}/:_authToken`]: 'local',
	};
	// `bash -e` is the default shell of GitHub Actions.
	const runShell = (script: string, cwd: string) =>
		promisify(execFile)('bash', ['-e', '-c', script], { cwd, env });
	const outcomes: string[] = [];
	try {
		for (const { job, run } of runSteps(workflowText('publish.yml'))) {
			const [, reason] = skipped.find(([pattern]) => pattern.test(run)) ?? [];
			outcomes.push(reason === undefined ? `passed: ${job}` : `skipped, ${reason}: ${job}`);
			if (reason !== undefined) continue;
			const folder = join(temporary, job);
			const isFirst = (await mkdir(folder, { recursive: true })) !== undefined;
			if (isFirst) await runShell(preparations[job] ?? '', folder);
			// Only GitHub can attest the provenance.
			const script = run.replace(' --provenance', '');
			await runShell(script, folder);
			// The branch exists after the first release.
			if (job === 'cloud-branch') await runShell(script, folder);
		}
		return { outcomes, published };
	} finally {
		await close();
		await rm(temporary, { recursive: true, force: true });
	}
}
