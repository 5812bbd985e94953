import { packageProblems, type ExpectedPackage, type PackedFile } from './packageContent';

const expected: ExpectedPackage = { version: '1.2.3', bundled: { zod: '3.0.0' } };

const manifest = {
	version: '1.2.3',
	n8n: {
		nodes: ['dist/nodes/Web/Web.node.js'],
		credentials: ['dist/credentials/WebApi.credentials.js'],
	},
};

const file = (path: string, text = ''): PackedFile => ({ path, text, isRegularFile: true });

const withManifest = (changes: object = {}): PackedFile[] => [
	file('package.json', JSON.stringify({ ...manifest, ...changes })),
	file('README.md'),
	file('LICENSE.md'),
	file('dist/THIRD_PARTY_LICENSES.md', '# Third-party licenses\n\n## zod 3.0.0 (MIT)\n\nMIT'),
	file('dist/nodes/Web/Web.node.js', 'module.exports = {};'),
	file('dist/nodes/Web/Web.node.json'),
	file('dist/nodes/Web/web.dark.svg'),
	file('dist/nodes/Web/__schema__/v1.0.0/page/get.json'),
	file('dist/credentials/WebApi.credentials.js'),
];

const without = (path: string) => withManifest().filter((each) => each.path !== path);
const withText = (path: string, text: string) => [...without(path), file(path, text)];

test('packageProblems finds nothing in a complete package', () => {
	expect(packageProblems(withManifest(), expected)).toEqual([]);
});

test('packageProblems reports a package that was packed before the build', () => {
	const files = withManifest().filter(({ path }) => !path.startsWith('dist/'));
	expect(packageProblems(files, expected)).toEqual([
		'dist/THIRD_PARTY_LICENSES.md is missing',
		'dist/nodes/Web/Web.node.js is missing',
		'dist/credentials/WebApi.credentials.js is missing',
		'dist/nodes/Web/Web.node.json is missing',
		'The output schemas are missing',
		'The license of zod 3.0.0 is missing',
	]);
});

test.each(
	withManifest()
		.map(({ path }) => path)
		.filter((path) => !/package\.json$|\.svg$|__schema__|LICENSES/.test(path)),
)('packageProblems reports that %s is missing', (path) => {
	expect(packageProblems(without(path), expected)).toEqual([`${path} is missing`]);
});

test.each([
	'.npmrc',
	'dist/nodes/Web/Web.node.js.map',
	'dist/nodes/Web/Web.node.ts',
	'dist/nodes/Web/Web.node.d.ts',
	'dist/nodes/Web/Other.node.js',
	'dist/nodes/Web/Web.test.js',
	'dist/test/service/main.js',
	'nodes/Web/Web.node.ts',
	'node_modules/zod/package.json',
])('packageProblems reports %s as unexpected', (path) => {
	expect(packageProblems([...withManifest(), file(path)], expected)).toEqual([
		`${path} is unexpected`,
	]);
});

test('packageProblems reports a symbolic link', () => {
	const link = { path: 'dist/credentials/web.svg', text: '', isRegularFile: false };
	expect(packageProblems([...withManifest(), link], expected)).toEqual([
		'dist/credentials/web.svg is unexpected',
	]);
});

test('packageProblems reports a reference to a source map', () => {
	const files = withText('dist/nodes/Web/Web.node.js', '//# sourceMappingURL=Web.node.js.map');
	expect(packageProblems(files, expected)).toEqual([
		'dist/nodes/Web/Web.node.js refers to a source map',
	]);
});

test.each([
	[{ version: '1.2.4' }, 'The version is 1.2.4, not 1.2.3'],
	[
		{ scripts: { postinstall: 'node a.js' } },
		'The script postinstall would run during installation',
	],
	[{ dependencies: { undici: '*' } }, 'package.json has dependencies'],
])('packageProblems reports a manifest with %j', (changes, problem) => {
	expect(packageProblems(withManifest(changes), expected)).toEqual([problem]);
});

test('packageProblems reports a license of another version, and an unexpected package', () => {
	const files = withText('dist/THIRD_PARTY_LICENSES.md', '## zod 2.0.0 (MIT)');
	expect(packageProblems(files, expected)).toEqual([
		'The license of zod 3.0.0 is missing',
		'zod 2.0.0 is bundled, but not expected',
	]);
});
