import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn, root } from '../support/sourceFiles';

const limits = {
	files: 190,
	// 92 % of the lines before each resource got its folder, and the lines of the operations and formats added since.
	lines: 25_806,
	filesInFolder: 12,
	filesUnder30Lines: 12,
	exportedTypes: 180,
	filesThatNameAnOperation: 6,
	filesThatBuildAClient: 1,
};

const files = ['nodes', 'credentials'].flatMap(filesIn).map((path) => {
	const text = readFileSync(join(root, path), 'utf8');
	return { path, text, folder: dirname(path), lines: text.split('\n').length - 1 };
});

it('the product stays within its budgets', () => {
	const naming = execFileSync('git', ['grep', '-l', 'getConcurrency', '--', 'nodes', 'test'], {
		cwd: root,
		encoding: 'utf8',
	});
	const sizeOf = (folder: string) => files.filter((file) => file.folder === folder).length;
	const used: Record<keyof typeof limits, number> = {
		files: files.length,
		lines: files.reduce((sum, { lines }) => sum + lines, 0),
		filesInFolder: Math.max(...files.map(({ folder }) => sizeOf(folder))),
		filesUnder30Lines: files.filter(({ lines }) => lines < 30).length,
		exportedTypes: files.flatMap(({ text }) => text.match(/^export (interface|type) /gm) ?? [])
			.length,
		// This test also names the operation.
		filesThatNameAnOperation: naming
			.trim()
			.split('\n')
			.filter((path) => !path.includes('budgets')).length,
		filesThatBuildAClient: files.filter(({ text }) => text.includes('runtime: hostRuntime')).length,
	};
	const over = Object.entries(used).filter(
		([name, count]) => count > limits[name as keyof typeof limits],
	);
	expect(Object.fromEntries(over)).toEqual({});
});
