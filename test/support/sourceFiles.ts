import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export const root = join(__dirname, '../..');

interface Import {
	/** Path from the repository root, or the package name for an import of another package. */
	target: string;
	typesOnly: boolean;
}

export interface SourceFile {
	path: string;
	lines: string[];
	imports: Import[];
}

export const filesIn = (folder: string): string[] =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name))
		.sort();

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

/** Returns the import statements of a file, and the `import()` and `require()` calls that `preProcessFile` finds. */
export function importsOf(text: string, path: string): Import[] {
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

export const readSource = (path: string): SourceFile => {
	const text = readFileSync(join(root, path), 'utf8');
	return { path, lines: text.trimEnd().split('\n'), imports: importsOf(text, path) };
};
