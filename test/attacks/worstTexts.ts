import type { AST } from '@eslint-community/regexpp';

const ALPHABET = [
	'a',
	'Z',
	'e',
	'0',
	' ',
	'\n',
	'.',
	'-',
	'_',
	'/',
	':',
	'@',
	'<',
	'{',
	'"',
	"'",
	'\\',
	'(',
	'%',
	'ä',
];

const ENDINGS = ['', '\u0001', '!', 'x', ' ', '\n'];

const matchesOne = (raw: string, ignoreCase: boolean): string[] => {
	const tester = new RegExp(`^(?:${raw})$`, ignoreCase ? 'i' : '');
	return ALPHABET.filter((character) => tester.test(character));
};

const sampleOfAll = (elements: readonly AST.Element[], ignoreCase: boolean): string =>
	elements.map((element) => sampleOf(element, ignoreCase)).join('');

function sampleOf(node: AST.Element, ignoreCase: boolean): string {
	switch (node.type) {
		case 'Character':
			return String.fromCodePoint(node.value);
		case 'CharacterSet':
		case 'CharacterClass':
			return matchesOne(node.raw, ignoreCase)[0] ?? '\u0001';
		case 'Quantifier':
			return sampleOf(node.element, ignoreCase).repeat(Math.max(node.min, 1));
		case 'Group':
		case 'CapturingGroup':
			return sampleOfAll(node.alternatives[0]?.elements ?? [], ignoreCase);
		default:
			return '';
	}
}

interface Repetition {
	before: string;
	pieces: string[];
	after: string;
}

const MANY = 10;

function ownRepetition(node: AST.Element, ignoreCase: boolean): string[] {
	if (node.type !== 'Quantifier' || node.max < MANY) return [];
	const inner = node.element;
	const single = inner.type === 'CharacterSet' || inner.type === 'CharacterClass';
	return single ? matchesOne(inner.raw, ignoreCase) : [sampleOf(inner, ignoreCase)];
}

function innerAlternatives(node: AST.Element): readonly AST.Alternative[] {
	const inner = node.type === 'Quantifier' ? node.element : node;
	switch (inner.type) {
		case 'Group':
		case 'CapturingGroup':
			return inner.alternatives;
		case 'Assertion':
			return 'alternatives' in inner ? inner.alternatives : [];
		default:
			return [];
	}
}

function repetitionsIn(
	alternatives: readonly AST.Alternative[],
	before: string,
	ignoreCase: boolean,
): Repetition[] {
	return alternatives.flatMap(({ elements }) =>
		elements.flatMap((node, index) => {
			const lead = before + sampleOfAll(elements.slice(0, index), ignoreCase);
			const after = sampleOfAll(elements.slice(index + 1), ignoreCase);
			const pieces = ownRepetition(node, ignoreCase).filter((piece) => piece !== '');
			return [
				...(pieces.length > 0 ? [{ before: lead, pieces, after }] : []),
				...repetitionsIn(innerAlternatives(node), lead, ignoreCase),
			];
		}),
	);
}

export function worstTexts({ pattern, flags }: AST.RegExpLiteral, size: number): string[] {
	const repetitions = repetitionsIn(pattern.alternatives, '', flags.ignoreCase);
	const general: Repetition = { before: '', pieces: [...ALPHABET, 'a.', 'a-', ' a'], after: '' };
	const texts = [...repetitions, general].flatMap(({ before, pieces, after }) =>
		pieces.flatMap((piece) =>
			[...ENDINGS, after.slice(0, -1), after].flatMap((end) => [
				before + piece.repeat(size) + end,
				(before + piece).repeat(size) + end,
			]),
		),
	);
	return [...new Set(texts)];
}
