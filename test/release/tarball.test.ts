import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBuilt } from '../support/build';
import { LICENSES, packageProblems } from './packageContent';
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

test.each([
	[0, 'self-hosted'],
	[1, 'cloud'],
] as const)('the tarball of build %i (%s) has the content to publish', async (index, name) => {
	const build = (await builds())[index];
	expect(build.name).toBe(name);
	const files = await readTarball(await packFolder(build.folder, temporary));
	expect(packageProblems(files, build.expected)).toEqual([]);
});

test('packing twice gives the same bytes, so that the tested tarball is the published one', async () => {
	const [first, second] = await Promise.all(
		['a', 'b'].map((name) => packFolder(root, join(temporary, name))),
	);
	expect(readFileSync(String(first)).equals(readFileSync(String(second)))).toBe(true);
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

test('the cloud folder installs with its lock file, and builds what it contains', () => {
	const folder = join(temporary, 'cloud');
	cpSync(cloud, folder, { recursive: true });
	const npm = (...args: string[]) =>
		execFileSync('npm', args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
	npm('ci', '--legacy-peer-deps', '--dry-run', '--offline');
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	rmSync(join(folder, 'dist/nodes/WebData/WebData.node.js'));
	npm('run', 'build');
	for (const path of ['nodes/WebData/WebData.node.js', 'credentials/WebDataApi.credentials.js']) {
		const built = readFileSync(join(folder, 'dist', path), 'utf8');
		expect(built === readFileSync(join(cloud, 'dist', path), 'utf8')).toBe(true);
	}
});
