import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBuilt } from '../support/build';
import { dryRun } from './dryRun';
import { isLatest, LICENSES, packageProblems } from './packageContent';
import { builds, packFolder, readTarball } from './tarball';

const root = join(__dirname, '../..');
const cloud = join(root, 'build/cloud');

let temporary: string;
beforeAll(() => {
	checkBuilt();
	temporary = mkdtempSync(join(tmpdir(), 'web-data-release-'));
});
afterAll(() => {
	rmSync(temporary, { recursive: true, force: true });
});

test('the tarballs have the content to publish, and one of them has the tag latest', async () => {
	const both = await builds();
	expect(both.map(({ name }) => name)).toEqual(['undici', 'cloud']);
	const latest: boolean[] = [];
	for (const { folder, expected } of both) {
		const files = await readTarball(await packFolder(folder, temporary));
		expect(packageProblems(files, expected)).toEqual([]);
		latest.push(isLatest(files));
	}
	expect(latest.sort()).toEqual([false, true]);
});

test('the undici tarball has the files that the tests in n8n install', async () => {
	const [{ folder }] = await builds();
	const filesOf = async (path: string) => {
		const files = await readTarball(await packFolder(path, join(temporary, 'same')));
		return new Map(files.map(({ path: name, text }) => [name, text]));
	};
	const [published, tested] = [await filesOf(folder), await filesOf(root)];
	expect([...published.keys()].sort()).toEqual([...tested.keys()].sort());
	const differing = [...published].filter(([path, text]) => text !== tested.get(path));
	expect(differing.filter(([path]) => path.startsWith('dist/'))).toEqual([]);
});

test('the steps of publish.yml publish the packed tarballs, and rebuild the cloud branch to the same bytes', async () => {
	const [undici, cloud] = await builds();
	const { version } = undici.expected;
	const folder = join(temporary, 'release');
	const lines = await dryRun({
		undici: await packFolder(undici.folder, folder),
		cloud: await packFolder(cloud.folder, folder),
		version,
	});
	const outcomes = lines.map((line) => line.replace(/(: [\w-]+): .*/, '$1').split('\n'));
	expect(outcomes).toEqual([
		['skipped, needs Docker: image'],
		[
			'passed: undici',
			expect.stringMatching(/^ +Published [\d.]+(-undici\.0)? with the tag (latest|undici) /),
		],
		['passed: cloud-branch'],
		['skipped, needs GitHub: cloud-branch'],
		['skipped, needs the registry: cloud-package'],
		['passed: cloud-package'],
		['passed: cloud-package'],
		[
			'passed: cloud',
			expect.stringMatching(/^ +Published [\d.]+(-cloud\.0)? with the tag (latest|cloud) /),
		],
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
