import { existsSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { manifest, nodeTypes, sourceOf } from './support/nodeTypes';
import { filesIn, readSource, root, type SourceFile } from './support/sourceFiles';

const manifestFiles = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map(sourceOf);

const files = ['nodes', 'credentials'].flatMap(filesIn).map(readSource);

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

describe('each source file', () => {
	const pathsOf = (wrong: SourceFile[]) => wrong.map(({ path }) => path);

	it('belongs to a layer', () => {
		expect(pathsOf(files.filter((file) => layerOf(file) === undefined))).toEqual([]);
	});

	it('imports only existing files that its layer may import', () => {
		const forbidden = files.flatMap((file) => {
			const { imports = [], typesOf = [] } = layerOf(file) ?? {};
			const isAllowed = ({ target, typesOnly }: SourceFile['imports'][number]) =>
				[...imports, ...(typesOnly ? typesOf : [])].some((allowed) => allowed.test(target)) &&
				(!target.startsWith(node) || target.endsWith('.ts'));
			return file.imports.filter((each) => !isAllowed(each)).map((each) => [file.path, each]);
		});
		expect(forbidden).toEqual([]);
	});

	it('has at most 250 lines, unless it is a table', () => {
		const isTable = ({ path }: SourceFile) => /(\.fields\.ts|\/rows\/\w+\.ts)$/.test(path);
		expect(pathsOf(files.filter((file) => file.lines.length > 250 && !isTable(file)))).toEqual([]);
	});
});

test('each module with an effect outside the program is imported in one place', () => {
	const importers = (isTarget: (target: string) => boolean) =>
		files
			.filter(({ imports }) => imports.some(({ target }) => isTarget(target)))
			.map(({ path }) => path.slice(node.length + 1));
	const importersOf = (target: string) => importers((each) => each === target);
	const builtIn = importers(isBuiltin).filter((path) => !path.startsWith('transport/'));
	expect({
		undici: importersOf('undici'),
		undiciTransport: importersOf(`${node}/transport/undici/undiciTransport.ts`),
		n8nTransport: importersOf(`${node}/transport/n8nRequest/n8nRequestTransport.ts`),
		jsonc: importersOf('jsonc-parser'),
		builtIn,
	}).toEqual({
		undici: ['transport/undici/dispatcher.ts', 'transport/undici/undiciTransport.ts'],
		undiciTransport: ['host/network/adapter.ts'],
		n8nTransport: ['host/network/adapter.cloud.ts'],
		jsonc: ['operations/form/jsonText.ts'],
		builtIn: ['api/http/idempotency.ts', 'api/webhook/verify.ts'],
	});
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

test('each node has the name of its class, as n8n requires, a codex file, and icons', () => {
	for (const [index, path] of manifest.n8n.nodes.map(sourceOf).entries()) {
		const { name, icon = {} } = nodeTypes()[index]?.description ?? {};
		const className = basename(path, '.node.ts');
		expect(name).toBe(className.charAt(0).toLowerCase() + className.slice(1));
		const icons = Object.values<string>(icon).map((each) =>
			join(dirname(path), each.replace(/^file:/, '')),
		);
		expect(icons).toHaveLength(2);
		const needed = [path.replace(/\.ts$/, '.json'), ...icons];
		expect(needed.filter((each) => !existsSync(join(root, each)))).toEqual([]);
	}
});

/** Folders whose tests are in another folder. */
const testedElsewhere = [
	...['api/errors/rows', 'host/poll', 'operations/common/pageJob'],
	'operations/common/scrapeOptions',
];

test('each folder has tests in the same folder of test/, or in test/node', () => {
	const folders = new Set(files.map(({ path }) => dirname(path).slice(node.length + 1)));
	const hasTests = (folder: string): boolean => {
		const own = join(root, 'test', folder);
		return (
			(existsSync(own) && readdirSync(own).some((name) => name.endsWith('.test.ts'))) ||
			[own, join(root, 'test/node', basename(folder))].some((each) => existsSync(`${each}.test.ts`))
		);
	};
	const untested = [...folders].filter((folder) => folder !== '' && !hasTests(folder));
	expect(untested.filter((folder) => !testedElsewhere.includes(folder))).toEqual([]);
});
