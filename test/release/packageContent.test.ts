import { packageProblems } from './packageContent';

const n8n = { nodes: ['dist/nodes/A/A.node.js'] };
const repository = { url: 'git+https://github.com/a/b.git' };
const goodFiles = {
	...{ 'package.json': '', 'README.md': '', 'LICENSE.md': '' },
	'dist/THIRD_PARTY_LICENSES.md': '## zod 3.0.0 (MIT)',
	...{ 'dist/nodes/A/A.node.js': '', 'dist/nodes/A/A.node.json': '' },
	'dist/nodes/A/__schema__/v1.0.0/page/get.json': '',
};

test.each<[string, object, Record<string, string>, string[]]>([
	['is complete', {}, {}, []],
	[
		'runs a script during installation',
		{ scripts: { postinstall: 'x' }, dependencies: {} },
		{},
		['The script postinstall would run during installation', 'package.json has dependencies'],
	],
	['has a file with a secret', {}, { 'dist/.npmrc': '' }, ['dist/.npmrc is unexpected']],
	[
		'lacks a license',
		{},
		{ 'dist/THIRD_PARTY_LICENSES.md': '' },
		['The license of zod 3.0.0 is missing'],
	],
	['has a suffix and a tag', { version: '1.2.3-cloud.0', publishConfig: { tag: 'cloud' } }, {}, []],
	[
		'has a suffix without a tag',
		{ version: '1.2.3-cloud.0' },
		{},
		[
			'The version is 1.2.3-cloud.0 with tag latest, not 1.2.3 with tag latest or 1.2.3-cloud.0 with tag cloud',
		],
	],
	[
		'has a repository without provenance',
		{ repository: { url: 'git+https://git.example.com/a/b.git' } },
		{},
		['package.json has no GitHub repository'],
	],
])('the problems of a package that %s are found', (_name, fields, changed, problems) => {
	const manifest = JSON.stringify({ version: '1.2.3', repository, n8n, ...fields });
	const texts = { ...goodFiles, 'package.json': manifest, ...changed };
	const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
	const expected = { tag: 'cloud', version: '1.2.3', bundled: ['zod 3.0.0'] };
	expect(packageProblems(files, expected)).toEqual(problems);
});
