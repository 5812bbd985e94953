// Packs the package for self-hosted n8n and the package for n8n Cloud into build/release, checks their content and the
// changelog, and runs the steps of publish.yml as far as possible. For a tag, the version must match the tag.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { changelogProblems } from './changelog';
import { dryRun } from './dryRun';
import { packRelease } from './tarball';

const root = join(__dirname, '../..');
const destination = join(root, 'build/release');

async function main(): Promise<void> {
	const { GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env;
	const tag = GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined;
	await rm(destination, { recursive: true, force: true });
	const release = await packRelease(destination);
	for (const { name, path, files, checksum } of [release.undici, release.cloud]) {
		console.log(`\n${name}: ${path}`);
		for (const file of files) {
			console.log(`${String(Buffer.byteLength(file.text)).padStart(9)}  ${file.path}`);
		}
		console.log(checksum);
	}
	const { version } = release;
	const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
	const problems = [
		...(tag === undefined || tag === `v${version}`
			? []
			: [`The tag is ${tag}, but the version is ${version}`]),
		...changelogProblems(changelog, version, tag !== undefined),
		...release.problems,
	];
	if (problems.length > 0)
		throw new Error(`The package cannot be published:\n${problems.join('\n')}`);
	console.log('\nBoth packages contain the expected files. Steps of publish.yml:');
	for (const line of await dryRun(release)) console.log(line);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
