// Builds both packages: dist/ for n8n of one's own, and build/cloud/, a package folder with sources of its own, for n8n Cloud.

const { exec } = require('node:child_process');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');
const tsx = require('tsx/cjs/api');
const { zodToJsonSchema } = require('zod-to-json-schema');
const { devDependencies, scripts: _scripts, ...manifest } = require('./package.json');

const run = promisify(exec);

const CLOUD = 'build/cloud';

/**
 * Everything but n8n-workflow goes in: what a package installs beside itself can clash with another's.
 * ES modules first: only they can be bundled without what is never used.
 */
const bundleCommand = [
	'esbuild nodes/WebData/WebData.node.ts credentials/WebDataApi.credentials.ts',
	'--bundle --platform=node --target=node20 --format=cjs --main-fields=module,main',
	'--external:n8n-workflow --outbase=. --outdir=dist',
	'--minify-syntax --minify-whitespace --legal-comments=none --log-level=warning',
].join(' ');

/** A failed assertion of undici must not parse the whole bundle for its message. */
const undiciFlags = '--alias:node:assert=./nodes/WebData/transport/undici/assert.ts';

const bundlerPath = [join(__dirname, 'node_modules/.bin'), process.env.PATH].join(':');

const bundle = (folder, flags = '') =>
	Object.assign(
		() =>
			run(`${bundleCommand} ${flags}`, { cwd: folder, env: { ...process.env, PATH: bundlerPath } }),
		{
			displayName: `bundle ${folder}`,
		},
	);

const clean = () =>
	Promise.all(['dist', CLOUD].map((folder) => rm(folder, { recursive: true, force: true })));

const copyAssets = () =>
	src(['nodes/**/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);

/** One file of host/ says which adapter a build has; the other one, and undici, stay behind. */
const copyCloudSources = () =>
	src(
		[
			'nodes/**',
			'credentials/**',
			'!nodes/WebData/host/network/adapter*.ts',
			'!nodes/WebData/transport/undici/**',
			// What its own `npm run build` needs, and a branch of its own to be published from.
			...['tsconfig.json', '.npmrc', '.github/workflows/publish.yml'],
			...['README.md', 'LICENSE.md', 'CHANGELOG.md'],
		],
		{ base: '.', encoding: false },
	).pipe(dest(CLOUD));

async function chooseCloudAdapter() {
	const text = await readFile('nodes/WebData/host/network/adapter.cloud.ts', 'utf8');
	await mkdir(join(CLOUD, 'nodes/WebData/host/network'), { recursive: true });
	await writeFile(join(CLOUD, 'nodes/WebData/host/network/adapter.ts'), text);
}

/** The same package to n8n, in a version of its own: workflows don't notice which of the two is installed. */
async function writeCloudManifest() {
	const lock = JSON.parse(await readFile('package-lock.json', 'utf8')).packages;
	const versions = ['esbuild', 'jsonc-parser', 'zod']
		.filter((name) => name in devDependencies)
		.map((name) => [name, lock[`node_modules/${name}`].version]);
	const cloud = {
		...manifest,
		version: `${manifest.version}-cloud.0`,
		publishConfig: { tag: 'cloud' },
		scripts: { build: bundleCommand },
		n8n: { ...manifest.n8n, strict: true },
		devDependencies: Object.fromEntries(versions),
	};
	await mkdir(CLOUD, { recursive: true });
	await writeFile(join(CLOUD, 'package.json'), `${JSON.stringify(cloud, null, '\t')}\n`);
}

/** What lies beside the bundles is the same in both. */
const copyBuiltAssets = () =>
	src(['dist/**', '!dist/**/*.js'], { base: '.', encoding: false, nodir: true }).pipe(dest(CLOUD));

/** n8n's editor reads one type at each place, or the first of several, and knows no `anyOf` and no `$ref`. */
const asEditorReads = (schema, { typeName }) => {
	if (typeName === 'ZodUnknown') {
		return { type: ['object', 'array', 'string', 'number', 'boolean'], nullable: true };
	}
	const forms = schema?.anyOf;
	return forms ? Object.assign({}, ...forms, { type: forms.flatMap(({ type }) => type) }) : schema;
};

/** n8n's name of the folder for a version: three parts, always. */
const folderOf = (version) => `v${[...String(version).split('.'), 0, 0].slice(0, 3).join('.')}`;

/** What the items of each operation hold, where n8n's editor looks for it, once for each version of the node. */
async function writeOutputSchemas() {
	const { resources } = tsx.require('./nodes/WebData/operations/index.ts', __filename);
	const { toItemJson } = tsx.require('./nodes/WebData/host/output/itemJson.ts', __filename);
	const { WebData } = require('./dist/nodes/WebData/WebData.node.js');
	const options = { target: 'openApi3', $refStrategy: 'none', postProcess: asEditorReads };
	const write = async (path, { value, output }) => {
		const schema = zodToJsonSchema(output, options);
		const ofItems = { ...schema, properties: toItemJson(schema.properties) };
		await mkdir(path, { recursive: true });
		await writeFile(join(path, `${value}.json`), JSON.stringify(ofItems));
	};
	const versions = [new WebData().description.version].flat();
	const all = versions.flatMap((version) =>
		resources.flatMap(({ value: resource, operations }) => {
			const path = join('dist/nodes/WebData/__schema__', folderOf(version), resource);
			return operations.map((operation) => write(path, operation));
		}),
	);
	await Promise.all(all);
}

const selfHosted = series(parallel(bundle('.', undiciFlags), copyAssets), writeOutputSchemas);
const cloud = series(
	parallel(copyCloudSources, chooseCloudAdapter, writeCloudManifest),
	parallel(bundle(CLOUD), copyBuiltAssets),
);

exports.default = series(clean, selfHosted, cloud);
