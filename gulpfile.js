// Builds two packages: dist/ for self-hosted n8n, and build/cloud/ for n8n Cloud. The n8n Cloud package also contains
// its source files. build/undici/ contains the files of the package for self-hosted n8n to publish.

const { exec } = require('node:child_process');
const { mkdir, readFile, readdir, rm, writeFile } = require('node:fs/promises');
const { basename, dirname, join, relative, resolve } = require('node:path');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');
const tsx = require('tsx/cjs/api');
const { zodToJsonSchema } = require('zod-to-json-schema');
const packageJson = require('./package.json');
const { devDependencies, scripts: _scripts, ...manifest } = packageJson;

const run = promisify(exec);

/** The build with the npm tag `latest`: 'undici' or 'cloud'. When to change it: CONTRIBUTING.md#builds-and-tags. */
const LATEST = 'undici';

const UNDICI = 'build/undici';
const CLOUD = 'build/cloud';
const LICENSES = 'THIRD_PARTY_LICENSES.md';

const [mainNode, ...otherNodes] = manifest.n8n.nodes;

/** The first node's bundle contains all nodes. Nodes in separate bundles would not share a rate limiter. */
const entryPoints = [
	...[mainNode, ...manifest.n8n.credentials].map((path) =>
		path.replace(/^dist\/(.*)\.js$/, '$1.ts'),
	),
	...otherNodes.map((path) => path.replace(/^dist\/(.*)\.node\.js$/, '$1.node=$1.entry.ts')),
];

/** Bundles all dependencies except n8n-workflow. Installed dependencies can conflict with those of other packages. */
const bundleCommand = [
	`esbuild ${entryPoints.join(' ')}`,
	'--bundle --platform=node --target=node20 --format=cjs --main-fields=module,main',
	'--external:n8n-workflow --external:./WebData.node --outbase=. --outdir=dist',
	'--minify-syntax --minify-whitespace --legal-comments=none --log-level=warning',
].join(' ');

/** Replaces `node:assert`, which parses the whole bundle when an assertion fails. */
const undiciFlags = '--alias:node:assert=./nodes/WebData/transport/undici/assert.ts';

const bundlerPath = [join(__dirname, 'node_modules/.bin'), process.env.PATH].join(':');

const bundle = (folder, flags = '') =>
	Object.assign(
		async () => {
			const metafile = join(__dirname, 'build', `${basename(folder)}.metafile.json`);
			await mkdir(dirname(metafile), { recursive: true });
			await run(`${bundleCommand} ${flags} --metafile=${metafile}`, {
				cwd: folder,
				env: { ...process.env, PATH: bundlerPath },
			});
			await writeLicenses(folder, JSON.parse(await readFile(metafile, 'utf8')));
		},
		{ displayName: `bundle ${basename(folder)}` },
	);

/** Missing license notices of third-party code in bundled packages. */
const embeddedNotices = [
	{
		path: /\/undici\/lib\/llhttp\//,
		notice: 'llhttp. MIT License. Copyright Fedor Indutny, 2018.',
	},
];

const packageFolderOf = (file) => file.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/)?.[0];

async function licenseFilesOf(root, files) {
	const folders = new Set([root]);
	for (const file of files) {
		for (let folder = dirname(file); folder !== root; folder = dirname(folder)) folders.add(folder);
	}
	const licenseFiles = await Promise.all(
		[...folders].sort().map(async (folder) => {
			const names = await readdir(folder);
			return names
				.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
				.map((name) => join(folder, name));
		}),
	);
	return licenseFiles.flat();
}

/** License comments are read from the source files, because minification removes comments. */
async function noticesIn(files) {
	const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
	const comments = texts.flatMap((text) => text.match(/\/\*!.*?\*\//gs) ?? []);
	const embedded = embeddedNotices.filter(({ path }) => files.some((file) => path.test(file)));
	return [
		...comments.map((comment) => comment.slice(3, -2).trim()),
		...embedded.map(({ notice }) => notice),
	].sort();
}

async function licenseSection(root, files) {
	const { name, version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	const licenseFiles = await licenseFilesOf(root, files);
	if (licenseFiles.length === 0) throw new Error(`${name} is bundled, but has no license file`);
	const texts = await Promise.all(
		licenseFiles.map(async (file) => {
			const text = (await readFile(file, 'utf8')).trim();
			return `${relative(root, file)}:\n\n\`\`\`text\n${text}\n\`\`\``;
		}),
	);
	const notices = (await noticesIn(files)).map((notice) => `- ${notice}`).join('\n');
	const embedded = notices === '' ? [] : [`Includes code under the same terms from:\n\n${notices}`];
	return [`## ${name} ${version} (${license})`, ...texts, ...embedded].join('\n\n');
}

async function writeLicenses(folder, { outputs }) {
	const inputs = Object.values(outputs).flatMap((output) =>
		Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
	);
	const files = [...new Set(inputs.map(([path]) => resolve(folder, path)))].sort();
	const roots = [...new Set(files.map(packageFolderOf))].filter((root) => root !== undefined);
	const sections = await Promise.all(
		roots.map((root) =>
			licenseSection(
				root,
				files.filter((file) => packageFolderOf(file) === root),
			),
		),
	);
	const head = '# Third-party licenses\n\nThis package contains code from the packages below.';
	const text = [head, ...sections].join('\n\n');
	await writeFile(join(folder, 'dist', LICENSES), `${text}\n`);
}

/** Adds the version and the npm tag of a build. Without `publishConfig`, npm publishes with the tag `latest`. */
const releaseOf = (build, fields) =>
	build === LATEST
		? fields
		: { ...fields, version: `${fields.version}-${build}.0`, publishConfig: { tag: build } };

const clean = () =>
	Promise.all(
		['dist', UNDICI, CLOUD].map((folder) => rm(folder, { recursive: true, force: true })),
	);

const copyAssets = () =>
	src(['nodes/**/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);

const copyCloudSources = () =>
	src(
		[
			'nodes/**',
			'credentials/**',
			'!nodes/WebData/host/network/adapter*.ts',
			'!nodes/WebData/transport/undici/**',
			// In the n8n Cloud package, `npm run build` and the GitHub workflows need these files.
			...['tsconfig.json', '.npmrc', '.nvmrc'],
			// publish.yml calls ci.yml. GitHub rejects a workflow that calls a missing workflow.
			...['.github/workflows/publish.yml', '.github/workflows/ci.yml'],
			...['README.md', 'LICENSE.md', 'CHANGELOG.md'],
		],
		{ base: '.', encoding: false },
	).pipe(dest(CLOUD));

async function chooseCloudAdapter() {
	const text = await readFile('nodes/WebData/host/network/adapter.cloud.ts', 'utf8');
	await mkdir(join(CLOUD, 'nodes/WebData/host/network'), { recursive: true });
	await writeFile(join(CLOUD, 'nodes/WebData/host/network/adapter.ts'), text);
}

/** Both packages have the same name, so that n8n workflows run with either package. */
async function writeCloudManifest() {
	const lock = JSON.parse(await readFile('package-lock.json', 'utf8')).packages;
	const versions = ['esbuild', 'jsonc-parser', 'zod']
		.filter((name) => name in devDependencies)
		.map((name) => [name, lock[`node_modules/${name}`].version]);
	const cloud = releaseOf('cloud', {
		...manifest,
		scripts: { build: bundleCommand },
		n8n: { ...manifest.n8n, strict: true },
		devDependencies: Object.fromEntries(versions),
	});
	await mkdir(CLOUD, { recursive: true });
	await writeJson(join(CLOUD, 'package.json'), cloud);
	await writeJson(join(CLOUD, 'package-lock.json'), lockOf(cloud, lock));
}

const writeJson = (path, value) => writeFile(path, `${JSON.stringify(value, null, '\t')}\n`);

/** Returns a lock file without entries for peer dependencies. */
function lockOf({ name, version, license, engines, devDependencies, peerDependencies }, lock) {
	const packages = {};
	const add = (wanted) => {
		const path = `node_modules/${wanted}`;
		if (packages[path] !== undefined || lock[path] === undefined) return;
		packages[path] = lock[path];
		const { dependencies, optionalDependencies } = lock[path];
		Object.keys({ ...dependencies, ...optionalDependencies }).forEach(add);
	};
	Object.keys(devDependencies).forEach(add);
	const root = { name, version, license, devDependencies, engines, peerDependencies };
	return { name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...packages } };
}

const copyBuiltAssets = () =>
	src(['dist/**', '!dist/**/*.js', `!dist/${LICENSES}`], {
		base: '.',
		encoding: false,
		nodir: true,
	}).pipe(dest(CLOUD));

const copyToPublish = () =>
	src(['dist/**', 'README.md', 'LICENSE.md'], { base: '.', encoding: false, nodir: true }).pipe(
		dest(UNDICI),
	);

const writeUndiciManifest = () =>
	writeJson(join(UNDICI, 'package.json'), releaseOf('undici', packageJson));

/** n8n's editor does not support `anyOf` in a schema. If `type` is a list, the editor reads only the first type. */
const toEditorSchema = (schema, { typeName }) => {
	if (typeName === 'ZodUnknown') {
		return { type: ['object', 'array', 'string', 'number', 'boolean'], nullable: true };
	}
	const forms = schema?.anyOf;
	return forms ? Object.assign({}, ...forms, { type: forms.flatMap(({ type }) => type) }) : schema;
};

const versionFolder = (version) =>
	`v${[...String(version).split('.'), 0, 0].slice(0, 3).join('.')}`;

function schemaFolders() {
	const folders = manifest.n8n.nodes.flatMap((path) => {
		const [NodeType] = Object.values(require(`./${path}`));
		const { version, properties } = new NodeType().description;
		const hasResources = properties.some(({ name }) => name === 'resource');
		const versions = hasResources ? [version].flat() : [];
		return versions.map((each) => join(dirname(path), '__schema__', versionFolder(each)));
	});
	return [...new Set(folders)];
}

async function writeOutputSchemas() {
	const { resources } = tsx.require('./nodes/WebData/resources/index.ts', __filename);
	const pageTrigger = tsx.require('./nodes/WebData/triggers/pages/form.ts', __filename);
	const { toItemJson } = tsx.require('./nodes/WebData/host/item.ts', __filename);
	const options = { target: 'openApi3', $refStrategy: 'none', postProcess: toEditorSchema };
	const write = async (folder, { value, output }) => {
		const schema = zodToJsonSchema(output, options);
		const itemSchema = { ...schema, properties: toItemJson(schema.properties) };
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, `${value}.json`), JSON.stringify(itemSchema));
	};
	const { RESOURCE, OPERATION, pageChange } = pageTrigger;
	const outputs = [
		...resources,
		{ value: RESOURCE, operations: [{ value: OPERATION, output: pageChange }] },
	];
	const all = schemaFolders().flatMap((folder) =>
		outputs.flatMap(({ value: resource, operations }) =>
			operations.map((operation) => write(join(folder, resource), operation)),
		),
	);
	await Promise.all(all);
}

const selfHosted = series(
	parallel(bundle(__dirname, undiciFlags), copyAssets),
	writeOutputSchemas,
	copyToPublish,
	writeUndiciManifest,
);
const cloud = series(
	parallel(copyCloudSources, chooseCloudAdapter, writeCloudManifest),
	parallel(bundle(CLOUD), copyBuiltAssets),
);

exports.default = series(clean, selfHosted, cloud);
