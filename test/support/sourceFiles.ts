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

/** `preProcessFile` finds import statements and calls of `import()` and `require()`. */
function importsOf(text: string, path: string): Import[] {
	const statements = text.match(/^(?:import|export)\b[^;]*?\bfrom '[^']+';/gm) ?? [];
	const typesOnly = statements.filter((statement) =>
		/^(import|export) (type |\{(\s*type [^,}]+,?)+\s*\})/.test(statement),
	);
	return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => {
		const isOfFile = (statement: string) => statement.endsWith(` '${fileName}';`);
		const own = statements.filter(isOfFile);
		const onlyTypes = own.length > 0 && own.every((statement) => typesOnly.includes(statement));
		return { target: targetOf(fileName, path), typesOnly: onlyTypes };
	});
}

export const readSource = (path: string): SourceFile => {
	const text = readFileSync(join(root, path), 'utf8');
	return { path, lines: text.trimEnd().split('\n'), imports: importsOf(text, path) };
};
