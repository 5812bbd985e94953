import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { manifest, nodeTypes, sourceOf } from './support/nodeTypes';
import { filesIn, importsOf, readSource, root, type SourceFile } from './support/sourceFiles';

const manifestFiles = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map(sourceOf);

const files = ['nodes', 'credentials'].flatMap(filesIn).map(readSource);
const all = files.map((file) => [file.path, file] as const);

const node = 'nodes/WebData';

interface Layer {
	name: string;
	contains: RegExp;
	imports: RegExp[];
	typesOf?: RegExp[];
}

const under = (folder: string) => new RegExp(`^${node}/${folder}/`);
const n8n = /^n8n-workflow$/;
const zod = /^zod$/;
/** Hashing is allowed in pure code, because equal texts have equal hashes. */
const hash = 'node:crypto';
const seams = [/http/, /runtime/].map(
	({ source }) => new RegExp(`^${node}/transport/${source}\\.ts$`),
);

const layers: Layer[] = [
	{
		name: 'api',
		contains: under('api'),
		imports: [zod, under('api'), new RegExp(`^${hash}$`)],
		typesOf: seams,
	},
	{
		name: 'operations',
		contains: under('operations'),
		imports: [zod, ...['api', 'operations', 'files'].map(under), /^jsonc-parser$/],
		typesOf: [n8n],
	},
	{
		name: 'files',
		contains: under('files'),
		imports: [under('files'), under('api')],
		typesOf: seams,
	},
	{
		name: 'rateLimit',
		contains: under('rateLimit'),
		imports: [under('rateLimit')],
		typesOf: [...seams, new RegExp(`^${node}/api/http/schedule\\.ts$`)],
	},
	{
		name: 'transport',
		contains: under('transport'),
		imports: [under('transport'), /^undici$/, /^node:/],
	},
	{
		name: 'host',
		contains: under('host'),
		imports: [
			zod,
			n8n,
			...['host', 'operations', 'api', 'files', 'rateLimit', 'transport'].map(under),
		],
	},
	{
		name: 'node',
		contains: /\.(node|entry)\.ts$/,
		imports: [n8n, under('host'), new RegExp(`^${node}/(operations/index|\\w+\\.node)\\.ts$`)],
	},
	{ name: 'credentials', contains: /^credentials\//, imports: [], typesOf: [n8n] },
];

const layerOf = ({ path }: SourceFile): Layer | undefined =>
	layers.find(({ contains }) => contains.test(path));

test('the parser finds the imports of a file', () => {
	expect(readSource(`${node}/api/http/retryAfter.ts`).imports).toEqual([
		{ target: `${node}/api/errors/bounds.ts`, typesOnly: false },
		{ target: `${node}/api/http/response.ts`, typesOnly: false },
	]);
});

test.each([
	["import type { A } from 'zod';", true],
	["import { type A, type B } from 'zod';", true],
	["import { type A, b } from 'zod';", false],
	["import * as a from 'zod';", false],
	["import 'zod';", false],
	["export { a } from 'zod';", false],
	["export type { A } from 'zod';", true],
	["const a = require('zod');", false],
	["const a = await import('zod');", false],
])('%s imports only types: %s', (text, typesOnly) => {
	expect(importsOf(text, 'nodes/a.ts')).toEqual([{ target: 'zod', typesOnly }]);
});

describe.each(all)('%s', (_path, file) => {
	it('belongs to a layer', () => {
		expect(layerOf(file)?.name).toEqual(expect.any(String));
	});

	it('imports only what its layer may import', () => {
		const { imports = [], typesOf = [] } = layerOf(file) ?? {};
		const forbidden = file.imports.filter(
			({ target, typesOnly }) =>
				!imports.some((allowed) => allowed.test(target)) &&
				!(typesOnly && typesOf.some((allowed) => allowed.test(target))),
		);
		expect(forbidden).toEqual([]);
	});

	it('has at most 250 lines, unless it is a table', () => {
		const isTable = /(\.fields\.ts|\/rows\/\w+\.ts)$/.test(file.path);
		expect(isTable ? 0 : file.lines.length).toBeLessThanOrEqual(250);
	});
});

test('only the undici adapter imports undici', () => {
	const importing = files.filter(({ imports }) =>
		imports.some(({ target }) => target === 'undici'),
	);
	expect(importing.map(({ path }) => path)).toEqual([
		`${node}/transport/undici/dispatcher.ts`,
		`${node}/transport/undici/undiciTransport.ts`,
	]);
});

test.each([
	['undici/undiciTransport', 'adapter'],
	['n8nRequest/n8nRequestTransport', 'adapter.cloud'],
])('the adapter %s is imported only by %s', (over, adapter) => {
	const target = `${node}/transport/${over}.ts`;
	const importing = files.filter(({ imports }) => imports.some((each) => each.target === target));
	expect(importing.map(({ path }) => path)).toEqual([`${node}/host/network/${adapter}.ts`]);
});

test('only jsonText imports jsonc-parser', () => {
	const importing = files.filter(({ imports }) =>
		imports.some(({ target }) => target === 'jsonc-parser'),
	);
	expect(importing.map(({ path }) => path)).toEqual([`${node}/operations/form/jsonText.ts`]);
});

test('only transport imports built-in modules, except for node:crypto', () => {
	const elsewhere = files
		.filter(({ path }) => !under('transport').test(path))
		.flatMap(({ path, imports }) =>
			imports.filter(({ target }) => isBuiltin(target)).map(({ target }) => [path, target]),
		);
	expect(elsewhere).toEqual([
		[`${node}/api/http/idempotency.ts`, hash],
		[`${node}/api/webhook/verify.ts`, hash],
	]);
});

test('imports do not form a cycle', () => {
	const importsAt = new Map(
		files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]),
	);
	const cycles: string[] = [];
	const done = new Set<string>();
	const visit = (path: string, ancestors: readonly string[]): void => {
		if (ancestors.includes(path))
			cycles.push([...ancestors.slice(ancestors.indexOf(path)), path].join(' > '));
		if (done.has(path) || ancestors.includes(path)) return;
		for (const target of importsAt.get(path) ?? []) visit(target, [...ancestors, path]);
		done.add(path);
	};
	for (const { path } of files) visit(path, []);
	expect(cycles).toEqual([]);
});

test('package.json lists every node and every credential', () => {
	const classes = files.filter(({ path }) => /\.(node|credentials)\.ts$/.test(path));
	expect(manifestFiles.sort()).toEqual(classes.map(({ path }) => path).sort());
});

describe.each(manifest.n8n.nodes.map(sourceOf))('%s', (path) => {
	const { description } = nodeTypes()[manifest.n8n.nodes.map(sourceOf).indexOf(path)] ?? {};

	it('is named after its class, as n8n requires', () => {
		const className = basename(path, '.node.ts');
		expect(description?.name).toBe(className.charAt(0).toLowerCase() + className.slice(1));
	});

	it('has a codex file and icons', () => {
		const icons = Object.values(description?.icon ?? {}).map((icon: string) =>
			join(dirname(path), icon.replace(/^file:/, '')),
		);
		const needed = [path.replace(/\.ts$/, '.json'), ...icons];
		expect(icons).toHaveLength(2);
		expect(needed.filter((each) => !existsSync(join(root, each)))).toEqual([]);
	});
});

test('every relative import resolves to a file', () => {
	const unresolved = files.flatMap(({ path, imports }) =>
		imports
			.filter(({ target }) => target.startsWith(node) && !target.endsWith('.ts'))
			.map(({ target }) => `${path} > ${relative(root, target)}`),
	);
	expect(unresolved).toEqual([]);
});
