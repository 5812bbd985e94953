import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBuilt } from '../support/build';
import { dryRun } from './dryRun';
import { LICENSES, tagOf } from './packageContent';
import { type Build, packFolder, packRelease, type Release } from './tarball';

const root = join(__dirname, '../..');
const cloud = join(root, 'build/cloud');

let temporary: string;
let release: Release;
beforeAll(async () => {
	checkBuilt();
	temporary = mkdtempSync(join(tmpdir(), 'web-data-release-'));
	release = await packRelease(temporary);
});
afterAll(() => {
	rmSync(temporary, { recursive: true, force: true });
});

test('the tarballs have the content to publish, and one of them has the tag latest', () => {
	expect(release.problems).toEqual([]);
});

test('the undici tarball has the files that the tests in n8n install', async () => {
	const { files } = await packFolder(root, join(temporary, 'same'));
	const tested = new Map(files.map(({ path, text }) => [path, text]));
	const published = release.undici.files;
	expect(published.map(({ path }) => path)).toEqual([...tested.keys()]);
	const differing = published.filter(({ path, text }) => text !== tested.get(path));
	expect(differing.filter(({ path }) => path.startsWith('dist/'))).toEqual([]);
});

test('the steps of publish.yml publish the packed tarballs, and rebuild the cloud branch to the same bytes', async () => {
	const lines = await dryRun(release);
	const outcomes = lines.map((line) => line.replace(/(: [\w-]+): .*/, '$1').split('\n'));
	const published = ({ files }: Build) =>
		expect.stringContaining(` with the tag ${tagOf(files)} `) as string;
	expect(outcomes).toEqual([
		['skipped, needs Docker: image'],
		['passed: undici', published(release.undici)],
		['passed: cloud-branch'],
		['skipped, needs GitHub: cloud-branch'],
		['skipped, needs the registry: cloud-package'],
		['passed: cloud-package'],
		['passed: cloud-package'],
		['passed: cloud', published(release.cloud)],
	]);
});

test.each([
	[root, ['Microsoft', 'Matteo Collina', 'Ethan Arrowood', 'Fedor Indutny', 'Colin McDonnell']],
	[cloud, ['Microsoft', 'Colin McDonnell']],
])('the licenses in %s name the copyright holders of the bundled code', (folder, holders) => {
	const text = readFileSync(join(folder, LICENSES), 'utf8');
	const named = [...text.matchAll(/Copyright (?:\(c\) (?:\d{4} )?)?(\w+(?: [A-Z]\w+)?)/g)].map(
		([, holder]) => holder,
	);
	expect(named.sort()).toEqual([...holders].sort());
});

test('the lock file of the cloud folder matches its package.json', () => {
	const folder = join(temporary, 'cloud');
	cpSync(cloud, folder, { recursive: true });
	const args = ['ci', '--legacy-peer-deps', '--dry-run', '--offline'];
	expect(() => execFileSync('npm', args, { cwd: folder, stdio: 'pipe' })).not.toThrow();
});
