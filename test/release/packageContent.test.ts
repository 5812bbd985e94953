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

const withFile = (each: PackedFile) => [...withManifest(), each];
const bundle = 'dist/nodes/Web/Web.node.js';
const licenses = 'dist/THIRD_PARTY_LICENSES.md';
const link = { path: 'dist/credentials/web.svg', text: '', isRegularFile: false };

test.each<[PackedFile[], string[]]>([
	[withFile(link), ['dist/credentials/web.svg is unexpected']],
	[withText(bundle, '//# sourceMappingURL=a.map'), [`${bundle} refers to a source map`]],
	[withManifest({ version: '1.2.4' }), ['The version is 1.2.4, not 1.2.3']],
	[
		withManifest({ scripts: { postinstall: 'node a.js' } }),
		['The script postinstall would run during installation'],
	],
	[withManifest({ dependencies: { undici: '*' } }), ['package.json has dependencies']],
	[
		withText(licenses, '## zod 2.0.0 (MIT)'),
		['The license of zod 3.0.0 is missing', 'zod 2.0.0 is bundled, but not expected'],
	],
])('packageProblems reports what is wrong in a package (%#)', (files, problems) => {
	expect(packageProblems(files, expected)).toEqual(problems);
});

test('packageProblems reports each missing file and each unexpected file', () => {
	const required = withManifest()
		.map(({ path }) => path)
		.filter((path) => !/package\.json$|\.svg$|__schema__|LICENSES/.test(path));
	expect(required.flatMap((path) => packageProblems(without(path), expected))).toEqual(
		required.map((path) => `${path} is missing`),
	);
	const node = 'dist/nodes/Web';
	const unexpected = [
		...['.npmrc', `${bundle}.map`, `${node}/Web.node.ts`, `${node}/Web.node.d.ts`],
		...[`${node}/Other.node.js`, `${node}/Web.test.js`, 'dist/test/service/main.js'],
		...['nodes/Web/Web.node.ts', 'node_modules/zod/package.json'],
	];
	expect(unexpected.flatMap((path) => packageProblems(withFile(file(path)), expected))).toEqual(
		unexpected.map((path) => `${path} is unexpected`),
	);
});
