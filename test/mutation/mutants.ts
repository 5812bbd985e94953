import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const areas =
	'api/http api/jobs api/credits rateLimit operations/form host transport operations/trigger operations/pageTrigger';

const pairs = ['< <=', '> >=', '=== !==', '&& ||'].map((pair) => pair.split(' '));
const swapped = new Map(pairs.flatMap(([a = '', b = '']) => [[a, b] as const, [b, a] as const]));

export const read = (file: string): string => readFileSync(file, 'utf8');
export const filesIn = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name))
		.sort();

/** Most values of a fields file are texts. */
const hasLogic = (file: string): boolean => !file.endsWith('.fields.ts');

const onlyExits = (node: ts.Statement): boolean =>
	ts.isBlock(node)
		? node.statements.length === 1 && node.statements.every(onlyExits)
		: ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isContinueStatement(node);

function changesOf(node: ts.Node): [node: ts.Node, after: string][] {
	if (ts.isConditionalExpression(node)) return negated(node.condition);
	if (ts.isIfStatement(node)) {
		const exits = node.elseStatement === undefined && onlyExits(node.thenStatement);
		return [...negated(node.expression), ...(exits ? [[node, ';'] as [ts.Node, string]] : [])];
	}
	if (ts.isExpressionStatement(node)) return [[node, ';']];
	if (ts.isNumericLiteral(node)) return [1, -1].map((by) => [node, `(${Number(node.text) + by})`]);
	const after = ts.isToken(node) ? swapped.get(node.getText()) : undefined;
	if (after !== undefined) return [[node, after]];
	if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, 'false']];
	return node.kind === ts.SyntaxKind.FalseKeyword ? [[node, 'true']] : [];
}
const negated = (node: ts.Expression): [ts.Node, string][] => [[node, `!(${node.getText()})`]];

/** `nth` distinguishes equal changes in equal lines. */
function mutantsOf(file: string) {
	const text = read(file);
	const visit = (node: ts.Node): [ts.Node, string][] => {
		if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return [];
		const children: ts.Node[] = [];
		ts.forEachChild(node, (child) => void children.push(child));
		return [...changesOf(node), ...children.flatMap(visit)];
	};
	const counts = new Map<string, number>();
	return visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)).map(
		([node, after]) => {
			const [offset, before] = [node.getStart(), node.getText()];
			const line =
				text
					.slice(text.lastIndexOf('\n', offset) + 1)
					.split('\n', 1)[0]
					?.trim() ?? '';
			const key = JSON.stringify([line, before, after]);
			const nth = (counts.get(key) ?? 0) + 1;
			counts.set(key, nth);
			return { file, offset, before, after, line, nth };
		},
	);
}
export type Mutant = ReturnType<typeof mutantsOf>[number];

function shuffled<T>(list: T[], seed: number): T[] {
	let state = seed;
	const rank = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
	return list
		.map((each) => ({ each, rank: rank() }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ each }) => each);
}

/** Takes from each area in turn. */
export function draw(count: number, seed: number): Mutant[] {
	const piles = areas
		.split(' ')
		.map((area) =>
			shuffled(filesIn(`nodes/WebData/${area}`).filter(hasLogic).flatMap(mutantsOf), seed),
		);
	const rounds = Array.from({ length: count }, (_, round) => piles.map((pile) => pile[round]));
	return rounds
		.flat()
		.filter((each) => each !== undefined)
		.slice(0, count);
}

export const isSame = (one: Mutant, other: Mutant): boolean =>
	(['before', 'after', 'line', 'nth'] as const).every((key) => one[key] === other[key]);

/** Finds a mutant of an earlier list in the current sources. */
export function relocated(mutant: Mutant): Mutant | undefined {
	const same = (each: Mutant): boolean => isSame(each, mutant);
	const here = existsSync(mutant.file) ? mutantsOf(mutant.file).find(same) : undefined;
	if (here !== undefined) return here;
	const elsewhere = filesIn('nodes').flatMap(mutantsOf).filter(same);
	return elsewhere.length === 1 ? elsewhere[0] : undefined;
}
