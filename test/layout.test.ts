import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { manifest, nodeTypes, sourceOf } from './support/nodeTypes';
import { filesIn, readSource, root, type SourceFile } from './support/sourceFiles';

const manifestFiles = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map(sourceOf);

const files = ['nodes', 'credentials'].flatMap(filesIn).map(readSource);

const node = 'nodes/WebData/';

/** Folders and packages that a folder may import, besides its own files. `type x` allows only types. */
const layers: Record<string, string[]> = {
	json: ['node:crypto'],
	transport: ['undici', 'node:'],
	errors: ['json', 'type transport'],
	client: ['errors', 'json', 'zod', 'type transport'],
	limiter: ['type client', 'type transport'],
	form: ['json', 'zod', 'jsonc-parser', 'type n8n-workflow'],
	operation: ['form', 'client', 'errors', 'json', 'zod', 'type n8n-workflow'],
	files: ['json', 'type transport'],
	page: ['operation', 'form', 'client', 'errors', 'files', 'json', 'zod', 'type n8n-workflow'],
	pageJob: ['page', 'operation', 'form', 'client', 'errors', 'json', 'zod', 'type n8n-workflow'],
	resources: [
		...['pageJob', 'page', 'operation', 'form', 'client', 'errors', 'files', 'json', 'zod'],
		...['type transport', 'type n8n-workflow'],
	],
	host: [
		// The credential test asks for an agent run that does not exist.
		...['resources/index.ts', 'resources/agent/service.ts', 'pageJob', 'page', 'operation'],
		...['form', 'client', 'errors', 'files'],
		...['limiter', 'transport', 'json', 'zod', 'n8n-workflow', 'type resources'],
	],
	triggers: [
		...['host', 'resources', 'pageJob', 'page', 'operation', 'form', 'client', 'errors', 'files'],
		...['limiter', 'transport', 'json', 'zod', 'n8n-workflow', 'node:crypto'],
	],
	'': ['host', 'triggers', 'resources/index.ts', 'n8n-workflow'],
};

/** Files of other resources that a resource may import. */
const sharedForms: Record<string, string> = {
	monitor: 'resources/crawl/form.ts',
	scrape: 'resources/browserSession/form.ts',
};

const folderOf = (path: string): string => (path.includes('/') ? path.replace(/\/.*/, '') : '');
const resourceOf = (path: string): string => path.split('/')[1] ?? '';

function mayImport(from: string, target: string, typesOnly: boolean): boolean {
	const folder = folderOf(from);
	const inFolder = target.startsWith(node) ? target.slice(node.length) : target;
	if (folder === 'resources' && folderOf(inFolder) === folder) {
		const isOwn = from === 'resources/index.ts' || resourceOf(from) === resourceOf(inFolder);
		return isOwn || sharedForms[resourceOf(from)] === inFolder;
	}
	if (target.startsWith(node) && folderOf(inFolder) === folder) return true;
	return (layers[folder] ?? []).some((allowed) => {
		const name = allowed.replace(/^type /, '');
		const isIn = inFolder === name || inFolder.startsWith(name.endsWith(':') ? name : `${name}/`);
		return isIn && (typesOnly || name === allowed);
	});
}

test('docs/architecture.md shows the layers', () => {
	const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
	const rows = [...page.matchAll(/^\| `(.+)` \|.*\|(.*)\|$/gm)].map(([, path = '', cell = '']) => [
		folderOf(path),
		[...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
	]);
	expect(Object.fromEntries(rows)).toEqual(layers);
});

test('docs/architecture.md names only functions and types that exist', () => {
	const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8').replace(/^\|.*$/gm, '');
	const walk = [...page.matchAll(/^ *([\w/]+\.ts) +(\w+) /gm)];
	const listed = [...page.matchAll(/`([\w/]+\.ts)`((?:,? `\w+`)+)/g)].flatMap(([, path, names]) =>
		[...(names ?? '').matchAll(/\w+/g)].map(([name]) => [, path, name]),
	);
	const missing = [...walk, ...listed].filter(([, path, name]) => {
		const { lines } = files.find((file) => file.path === `${node}${path}`) ?? { lines: [] };
		return !lines.some((line) => new RegExp(`\\b${name}\\b`).test(line));
	});
	expect([walk.length > 20, listed.length > 40]).toEqual([true, true]);
	expect(missing.map(([, path, name]) => `${path} ${name}`)).toEqual([]);
});

describe('each source file', () => {
	const own = files.filter(({ path }) => path.startsWith(node));
	const shortPath = ({ path }: SourceFile): string => path.slice(node.length);

	it('is in a folder of the table', () => {
		expect(own.map(shortPath).filter((path) => !(folderOf(path) in layers))).toEqual([]);
	});

	it('imports only existing files that its folder may import', () => {
		const forbidden = own.flatMap((file) =>
			file.imports
				.filter(({ target }) => !target.startsWith(node) || target.endsWith('.ts'))
				.filter(({ target, typesOnly }) => !mayImport(shortPath(file), target, typesOnly))
				.map(({ target }) => `${shortPath(file)} > ${target}`),
		);
		expect(forbidden).toEqual([]);
	});

	it('has at most 300 lines, unless it is a form or a table', () => {
		const isTable = (path: string): boolean =>
			/(^|\/)(form|errors)\.ts$|^page\/(options|formats|actions)\.ts$|\/rows\//.test(path);
		const long = own.filter((file) => file.lines.length > 300).map(shortPath);
		expect(long.filter((path) => !isTable(path))).toEqual([]);
	});
});

test('each module with an effect outside the program is imported in one place', () => {
	const importers = (isTarget: (target: string) => boolean) =>
		files
			.filter(({ imports }) => imports.some(({ target }) => isTarget(target)))
			.map(({ path }) => path.slice(node.length));
	const importersOf = (target: string) => importers((each) => each === target);
	const builtIn = importers(isBuiltin).filter((path) => !path.startsWith('transport/'));
	expect({
		undici: importersOf('undici'),
		undiciTransport: importersOf(`${node}transport/undici/undiciTransport.ts`),
		n8nTransport: importersOf(`${node}transport/n8nRequest/n8nRequestTransport.ts`),
		jsonc: importersOf('jsonc-parser'),
		builtIn,
	}).toEqual({
		undici: ['transport/undici/dispatcher.ts', 'transport/undici/undiciTransport.ts'],
		undiciTransport: ['host/network/adapter.ts'],
		n8nTransport: ['host/network/adapter.cloud.ts'],
		jsonc: ['form/coerce.ts'],
		builtIn: ['json/json.ts', 'triggers/events/verify.ts'],
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
const testedElsewhere = ['errors/rows', 'pageJob'];

test('each folder has tests in the same folder of test/, or in test/node', () => {
	const folders = new Set(files.map(({ path }) => dirname(path).slice(node.length)));
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
