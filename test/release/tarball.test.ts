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

test('the tarballs have the content to publish, and packing again gives the same bytes', async () => {
	const both = await builds();
	expect(both.map(({ name }) => name)).toEqual(['self-hosted', 'cloud']);
	let packed: Buffer | undefined;
	for (const { folder, expected } of both) {
		const tarball = await packFolder(folder, temporary);
		packed = readFileSync(tarball);
		expect(packageProblems(await readTarball(tarball), expected)).toEqual([]);
	}
	expect(readFileSync(await packFolder(cloud, join(temporary, 'again')))).toEqual(packed);
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
