// Packs the package for self-hosted n8n and the package for n8n Cloud into build/release, and checks their content.
// With --tag, the package version must match the tag.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageProblems } from './packageContent';
import { builds, packFolder, readTarball, type Build } from './tarball';

const destination = join(__dirname, '../../build/release');

async function packAndCheck({ name, folder, expected }: Build): Promise<string[]> {
	const tarball = await packFolder(folder, destination);
	const files = await readTarball(tarball);
	console.log(`\n${name}: ${tarball}`);
	for (const { path, text } of files.toSorted((a, b) => a.path.localeCompare(b.path))) {
		console.log(`${String(Buffer.byteLength(text)).padStart(9)}  ${path}`);
	}
	return packageProblems(files, expected).map((problem) => `${name}: ${problem}`);
}

function tagProblems({ expected }: Build, tag: string | undefined): string[] {
	return tag === undefined || tag === `v${expected.version}`
		? []
		: [`The tag is ${tag}, but the version is ${expected.version}`];
}

async function main(): Promise<void> {
	const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values;
	const [selfHosted, cloud] = await builds();
	const problems = [
		...tagProblems(selfHosted, tag),
		...(await packAndCheck(selfHosted)),
		...(await packAndCheck(cloud)),
	];
	if (problems.length > 0)
		throw new Error(`The package cannot be published:\n${problems.join('\n')}`);
	console.log('\nBoth packages contain the expected files.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
