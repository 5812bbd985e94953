// Packs the package for self-hosted n8n and the package for n8n Cloud into build/release, checks their content and the
// changelog, and runs the steps of publish.yml as far as possible. For a tag, the version must match the tag.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { changelogProblems } from './changelog';
import { dryRun } from './dryRun';
import { isLatest, packageProblems } from './packageContent';
import { builds, checksumOf, packFolder, readTarball, type Build } from './tarball';

const root = join(__dirname, '../..');
const destination = join(root, 'build/release');

interface Packed {
	tarball: string;
	latest: boolean;
	problems: string[];
}

async function packAndCheck({ name, folder, expected }: Build): Promise<Packed> {
	const tarball = await packFolder(folder, join(destination, name));
	const files = await readTarball(tarball);
	console.log(`\n${name}: ${tarball}`);
	for (const { path, text } of files.toSorted((a, b) => a.path.localeCompare(b.path))) {
		console.log(`${String(Buffer.byteLength(text)).padStart(9)}  ${path}`);
	}
	console.log(await checksumOf(tarball));
	const problems = packageProblems(files, expected).map((problem) => `${name}: ${problem}`);
	return { tarball, latest: isLatest(files), problems };
}

async function versionProblems(version: string, tag: string | undefined): Promise<string[]> {
	const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
	const isTagged = tag !== undefined;
	return [
		...(isTagged && tag !== `v${version}`
			? [`The tag is ${tag}, but the version is ${version}`]
			: []),
		...changelogProblems(changelog, version, isTagged),
	];
}

async function main(): Promise<void> {
	const { GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env;
	await rm(destination, { recursive: true, force: true });
	const both = await builds();
	const [undici, cloud] = [await packAndCheck(both[0]), await packAndCheck(both[1])];
	const { version } = both[0].expected;
	const problems = [
		...(await versionProblems(version, GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined)),
		...undici.problems,
		...cloud.problems,
		...(undici.latest === cloud.latest ? ['Only one build can have the tag latest'] : []),
	];
	if (problems.length > 0)
		throw new Error(`The package cannot be published:\n${problems.join('\n')}`);
	console.log('\nBoth packages contain the expected files. Steps of publish.yml:');
	const release = { undici: undici.tarball, cloud: cloud.tarball, version };
	for (const line of await dryRun(release)) console.log(line);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
