import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { countSteps, parsePattern } from './patternSteps';
import { worstTexts } from './worstTexts';

const root = join(__dirname, '..', '..');

const filesIn = (folder: string): string[] =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));

function patternsIn(path: string): [string, string][] {
	const literals: [string, string][] = [];
	const file = ts.createSourceFile(
		path,
		readFileSync(join(root, path), 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) literals.push([path, node.text]);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return literals;
}

const patterns = ['nodes', 'credentials'].flatMap(filesIn).flatMap(patternsIn);

const SIZE = 40;
const GROWTH = 4;
/** Maximum factor by which the number of steps may grow if the text becomes four times as long. */
const MAX_WORK_GROWTH = 6;
const FEW_STEPS = 500;

function slowText(source: string): string | undefined {
	const literal = parsePattern(source);
	const short = worstTexts(literal, SIZE);
	const long = worstTexts(literal, SIZE * GROWTH);
	return short.find((text, index) => {
		const steps = countSteps(literal, long[index] ?? '');
		const isEndless = steps === Infinity;
		return isEndless || steps > Math.max(FEW_STEPS, countSteps(literal, text) * MAX_WORK_GROWTH);
	});
}

describe('the step counter', () => {
	it.each([
		['/zero data retention .* not supported/i'],
		['/\\s+$/'],
		['/(a+)+b/'],
		['/^(\\w+\\s?)*$/'],
		['/^.*x.*y$/'],
	])('recognizes %s as unsafe', (source) => {
		expect(slowText(source)).toBeDefined();
	});

	it.each([['/^\\s*</'], ['/abc/g'], ['/^[a-z]{1,10}-\\d+$/'], ['/retry after (\\d{1,20})s/i']])(
		'recognizes %s as safe',
		(source) => {
			expect(slowText(source)).toBeUndefined();
		},
	);
});

it.each(patterns)('%s: the work for %s grows linearly', (_path, source) => {
	expect(slowText(source)).toBeUndefined();
});
