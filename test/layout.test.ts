// The rooms and the arrows between them: who imports whom, how long a file is, and that it says what it is for.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..');

interface Import {
	/** Path from the root for files of this package, else the name of the package. */
	target: string;
	/** Nothing of it is left in the built file. */
	typesOnly: boolean;
}

interface SourceFile {
	path: string;
	lines: string[];
	imports: Import[];
}

const filesIn = (folder: string): string[] =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name))
		.sort();

/** A relative import is a file, or the index of a folder; `import()` names the file that it is built to. */
function targetOf(specifier: string, from: string): string {
	if (!specifier.startsWith('.')) return specifier;
	const path = join(dirname(from), specifier.replace(/\.js$/, ''));
	const candidates = [`${path}.ts`, join(path, 'index.ts')];
	return candidates.find((each) => existsSync(join(root, each))) ?? path;
}

const isTypesOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
	if (ts.isExportDeclaration(node)) return node.isTypeOnly;
	const { importClause: clause } = node;
	if (clause === undefined) return false;
	if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
	const named = clause.namedBindings;
	return (
		clause.name === undefined &&
		named !== undefined &&
		ts.isNamedImports(named) &&
		named.elements.every((each) => each.isTypeOnly)
	);
};

/** Statements, and what `preProcessFile` finds beside them: `import()` and `require()`. */
function importsOf(text: string, path: string): Import[] {
	const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
	const stated = parsed.statements.flatMap((node) =>
		(ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
		node.moduleSpecifier !== undefined &&
		ts.isStringLiteral(node.moduleSpecifier)
			? [{ specifier: node.moduleSpecifier.text, typesOnly: isTypesOnly(node) }]
			: [],
	);
	const hidden = ts
		.preProcessFile(text, true, true)
		.importedFiles.map(({ fileName }) => ({ specifier: fileName, typesOnly: false }))
		.filter(({ specifier }) => !stated.some((each) => each.specifier === specifier));
	return [...stated, ...hidden].map(({ specifier, typesOnly }) => ({
		target: targetOf(specifier, path),
		typesOnly,
	}));
}

const read = (path: string): SourceFile => {
	const text = readFileSync(join(root, path), 'utf8');
	return { path, lines: text.trimEnd().split('\n'), imports: importsOf(text, path) };
};

const files = ['nodes', 'credentials'].flatMap(filesIn).map(read);
const all = files.map((file) => [file.path, file] as const);

const node = 'nodes/WebData';

interface Room {
	room: string;
	holds: RegExp;
	/** Whatever is imported matches one of these. */
	imports: RegExp[];
	/** Of these the types alone. */
	typesOf?: RegExp[];
}

const under = (folder: string) => new RegExp(`^${node}/${folder}/`);
const seam = new RegExp(`^${node}/transport/transport\\.ts$`);
const n8n = /^n8n-workflow$/;
const zod = /^zod$/;
/** Pure: the same text always has the same hash. */
const hash = 'node:crypto';

const rooms: Room[] = [
	{
		room: 'api',
		holds: under('api'),
		imports: [zod, under('api'), new RegExp(`^${hash}$`)],
		typesOf: [seam],
	},
	{
		room: 'operations',
		holds: under('operations'),
		imports: [zod, under('api'), under('operations'), /^jsonc-parser$/],
		typesOf: [n8n],
	},
	{
		room: 'transport',
		holds: under('transport'),
		imports: [under('transport'), /^undici$/, /^node:/],
	},
	{
		room: 'host',
		holds: under('host'),
		imports: [zod, n8n, ...['host', 'operations', 'api', 'transport'].map(under)],
	},
	{
		room: 'the node',
		holds: /WebData\.node\.ts$/,
		imports: [n8n, under('host'), new RegExp(`^${node}/operations/index\\.ts$`)],
	},
	{ room: 'credentials', holds: /^credentials\//, imports: [], typesOf: [n8n] },
];

const roomOf = ({ path }: SourceFile): Room | undefined =>
	rooms.find(({ holds }) => holds.test(path));

test('there is something to look at, and the parser sees it', () => {
	expect(files.length).toBeGreaterThan(40);
	expect(read(`${node}/api/retryAfter.ts`).imports).toEqual([
		{ target: `${node}/api/answer.ts`, typesOnly: false },
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
])('%s: types only is %s', (text, typesOnly) => {
	expect(importsOf(text, 'nodes/a.ts')).toEqual([{ target: 'zod', typesOnly }]);
});

describe.each(all)('%s', (_path, file) => {
	it('has a room', () => {
		expect(roomOf(file)?.room).toEqual(expect.any(String));
	});

	it('imports nothing that its room must not know', () => {
		const { imports = [], typesOf = [] } = roomOf(file) ?? {};
		const strange = file.imports.filter(
			({ target, typesOnly }) =>
				!imports.some((allowed) => allowed.test(target)) &&
				!(typesOnly && typesOf.some((allowed) => allowed.test(target))),
		);
		expect(strange).toEqual([]);
	});

	it('says in its first line what it is responsible for', () => {
		expect(file.lines[0]).toMatch(/^\/\/ [A-Z].{20,}/);
	});

	it('is short enough to be read, unless it is a table', () => {
		const isTable = /(\.fields|Rows)\.ts$/.test(file.path);
		expect(isTable ? 0 : file.lines.length).toBeLessThanOrEqual(250);
	});
});

test('one file imports undici', () => {
	const importing = files.filter(({ imports }) =>
		imports.some(({ target }) => target === 'undici'),
	);
	expect(importing.map(({ path }) => path)).toEqual([`${node}/transport/undici.ts`]);
});

test.each([
	['undici', 'adapter'],
	['helper', 'adapter.cloud'],
])('the adapter over %s is imported by %s alone, which says what a build has', (over, adapter) => {
	const target = `${node}/transport/${over}.ts`;
	const importing = files.filter(({ imports }) => imports.some((each) => each.target === target));
	expect(importing.map(({ path }) => path)).toEqual([`${node}/host/${adapter}.ts`]);
});

test('one file imports the JSON parser that knows where text is wrong', () => {
	const importing = files.filter(({ imports }) =>
		imports.some(({ target }) => target === 'jsonc-parser'),
	);
	expect(importing.map(({ path }) => path)).toEqual([`${node}/operations/json.ts`]);
});

test("Node's own modules stay in transport, but for a hash", () => {
	const elsewhere = files
		.filter(({ path }) => !under('transport').test(path))
		.flatMap(({ path, imports }) =>
			imports.filter(({ target }) => isBuiltin(target)).map(({ target }) => [path, target]),
		);
	expect(elsewhere).toEqual([[`${node}/api/idempotency.ts`, hash]]);
});

test('no file imports itself, however long the way', () => {
	const importsAt = new Map(
		files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]),
	);
	const cycles: string[] = [];
	const done = new Set<string>();
	const visit = (path: string, way: readonly string[]): void => {
		if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(' > '));
		if (done.has(path) || way.includes(path)) return;
		for (const target of importsAt.get(path) ?? []) visit(target, [...way, path]);
		done.add(path);
	};
	for (const { path } of files) visit(path, []);
	expect(cycles).toEqual([]);
});

test('every relative import leads to a file', () => {
	const lost = files.flatMap(({ path, imports }) =>
		imports
			.filter(({ target }) => target.startsWith(node) && !target.endsWith('.ts'))
			.map(({ target }) => `${path} > ${relative(root, target)}`),
	);
	expect(lost).toEqual([]);
});
