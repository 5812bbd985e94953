// Packs both builds into build/release.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json';
import { checkBuilt } from '../support/build';
import { changelogProblems } from './changelog';
import { packFolder, type Tarball } from './pack';
import { rehearse } from './rehearsal';

interface Manifest {
	version: string;
	publishConfig?: { tag: string };
	repository: { url: string };
	scripts?: object;
	n8n: { nodes: string[]; credentials: string[] };
}

interface Lock {
	version: string;
	packages: Record<string, { version: string }>;
}

type Name = 'undici' | 'cloud';

const root = join(__dirname, '../..');
const destination = join(root, 'build/release');
const LICENSES = 'dist/THIRD_PARTY_LICENSES.md';
const { version } = packageJson;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const { GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env;
const gitTag = GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : undefined;

let tarballs: Record<Name, Tarball>;

beforeAll(async () => {
	checkBuilt();
	rmSync(destination, { recursive: true, force: true });
	const pack = (name: Name) => packFolder(join(root, 'build', name), join(destination, name));
	tarballs = { undici: await pack('undici'), cloud: await pack('cloud') };
});

const manifestOf = (name: Name): Manifest =>
	JSON.parse(tarballs[name].files.get('package.json') ?? '') as Manifest;

const npmTagOf = (name: Name): string => manifestOf(name).publishConfig?.tag ?? 'latest';

test('package.json, the lock file, and the tag of a release have the same version', () => {
	expect(lock.version).toBe(version);
	expect([undefined, `v${version}`]).toContain(gitTag);
});

test('the changelog has a section for a release, and the checksums of earlier releases', () => {
	const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
	expect(changelogProblems(changelog, version, gitTag !== undefined)).toEqual([]);
});

test('one of the tarballs has the tag latest', () => {
	const names = ['undici', 'cloud'] as const;
	expect(names.filter((name) => npmTagOf(name) === 'latest')).toHaveLength(1);
});

describe.each<[Name, string[], string[]]>([
	[
		'undici',
		['jsonc-parser', 'undici', 'zod'],
		['Colin McDonnell', 'Ethan Arrowood', 'Fedor Indutny', 'Matteo Collina', 'Microsoft'],
	],
	['cloud', ['jsonc-parser', 'zod'], ['Colin McDonnell', 'Microsoft']],
])('the %s tarball', (name, bundled, holders) => {
	const licenses = (): string => tarballs[name].files.get(LICENSES) ?? '';

	test('contains the files that n8n needs, and no others', () => {
		const { nodes, credentials } = manifestOf(name).n8n;
		const codexFiles = nodes.map((node) => node.replace(/\.js$/, '.json'));
		const general = ['package.json', 'README.md', 'LICENSE.md', LICENSES];
		const schemaOrIcon =
			/^dist\/(nodes\/\w+\/(__schema__\/v\d+\.\d+\.\d+\/\w+\/\w+\.json|[\w.]+\.svg)|credentials\/[\w.]+\.svg)$/;
		const paths = [...tarballs[name].files.keys()];
		expect(paths.filter((path) => !schemaOrIcon.test(path)).sort()).toEqual(
			[...general, ...nodes, ...credentials, ...codexFiles].sort(),
		);
		expect(paths).toContainEqual(expect.stringContaining('/__schema__/'));
	});

	test('refers to no source map', () => {
		const files = [...tarballs[name].files].filter(([path]) => path.endsWith('.js'));
		expect(files.filter(([, text]) => text.includes('sourceMappingURL='))).toEqual([]);
	});

	test('has no dependencies, and runs no script during installation', () => {
		expect(Object.keys(manifestOf(name))).not.toContainEqual(
			expect.stringMatching(/^(d|optionalD|bundleD|bundledD)ependencies$/),
		);
		expect(Object.keys(manifestOf(name).scripts ?? {})).not.toContainEqual(
			expect.stringMatching(/^((pre|post)?install|prepare)$/),
		);
	});

	test('names a repository from which npm accepts provenance', () => {
		const { url } = manifestOf(name).repository;
		expect(url).toMatch(/^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/);
	});

	test('has a plain version with the tag latest, or its own suffix and tag', () => {
		// npm refuses a version with a suffix without a tag. A plain version with a tag would replace the other build.
		expect([`${version} latest`, `${version}-${name}.0 ${name}`]).toContain(
			`${manifestOf(name).version} ${npmTagOf(name)}`,
		);
	});

	test('contains the licenses and the copyright holders of the bundled code, and no others', () => {
		const licensed = [...licenses().matchAll(/^## (\S+ \S+) \(/gm)].map(([, each]) => each);
		expect(licensed.sort()).toEqual(
			bundled.map((each) => `${each} ${lock.packages[`node_modules/${each}`]?.version}`),
		);
		const copyright = /Copyright (?:\(c\) (?:\d{4} )?)?(\w+(?: [A-Z]\w+)?)/g;
		expect([...licenses().matchAll(copyright)].map(([, holder]) => holder).sort()).toEqual(holders);
	});
});

test('the undici tarball has the files that the tests in n8n install', async () => {
	const { files } = await packFolder(root, join(destination, 'tested'));
	const published = tarballs.undici.files;
	expect([...published.keys()]).toEqual([...files.keys()]);
	const differing = [...published].filter(([path, text]) => text !== files.get(path));
	expect(differing.filter(([path]) => path.startsWith('dist/'))).toEqual([]);
});

test('the lock file of the cloud folder matches its package.json', () => {
	const folder = join(destination, 'cloud-folder');
	cpSync(join(root, 'build/cloud'), folder, { recursive: true });
	const args = ['ci', '--legacy-peer-deps', '--dry-run', '--offline'];
	expect(() => execFileSync('npm', args, { cwd: folder, stdio: 'pipe' })).not.toThrow();
});

test('the steps of publish.yml publish the packed tarballs, and rebuild the cloud branch to the same bytes', async () => {
	const { outcomes, published } = await rehearse(version);
	expect(outcomes).toEqual([
		'skipped, needs Docker: image',
		'passed: undici',
		'passed: cloud-branch',
		'skipped, needs GitHub: cloud-branch',
		'skipped, needs the registry: cloud-package',
		'passed: cloud-package',
		'passed: cloud-package',
		'passed: cloud',
	]);
	expect(published).toEqual(
		(['undici', 'cloud'] as const).map((name) => ({
			version: manifestOf(name).version,
			tag: npmTagOf(name),
			checksum: tarballs[name].checksum,
		})),
	);
});
