import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** Maximum number of characters that the matcher visits during one search. */
const MAX_STEPS = 100_000;

type Next = (at: number) => boolean;

type Flags = AST.Flags;

type SingleCharacter = AST.Character | AST.CharacterSet | AST.CharacterClass;

const isSingleCharacter = (node: AST.Node): node is SingleCharacter =>
	['Character', 'CharacterSet', 'CharacterClass'].includes(node.type);

const testers = new Map<AST.Node, RegExp>();

function testerOf(node: SingleCharacter, { ignoreCase, dotAll, unicode }: Flags): RegExp {
	const flags = `${ignoreCase ? 'i' : ''}${dotAll ? 's' : ''}${unicode ? 'u' : ''}`;
	const tester = testers.get(node) ?? new RegExp(`^(?:${node.raw})$`, flags);
	testers.set(node, tester);
	return tester;
}

const isWordAt = (text: string, at: number): boolean => /^\w$/.test(text.charAt(at));

/**
 * A backtracking matcher that counts visited characters. The matcher works like the regular expression engine of
 * Node.js.
 */
class CountingMatcher {
	steps = 0;

	constructor(
		private readonly text: string,
		private readonly flags: Flags,
	) {}

	alternatives(alternatives: readonly AST.Alternative[], at: number, next: Next): boolean {
		return alternatives.some(({ elements }) => this.elements(elements, 0, at, next));
	}

	private elements(list: readonly AST.Element[], index: number, at: number, next: Next): boolean {
		const element = list[index];
		return element === undefined
			? next(at)
			: this.element(element, at, (end) => this.elements(list, index + 1, end, next));
	}

	private element(node: AST.Element, at: number, next: Next): boolean {
		if (isSingleCharacter(node)) return this.character(node, at) && next(at + 1);
		switch (node.type) {
			case 'Quantifier':
				return this.quantifier(node, 0, at, next);
			case 'Group':
			case 'CapturingGroup':
				return this.alternatives(node.alternatives, at, next);
			case 'Assertion':
				return this.assertion(node, at) && next(at);
			default:
				throw new Error(`Not supported: ${node.type} in ${node.raw}`);
		}
	}

	private character(node: SingleCharacter, at: number): boolean {
		if (++this.steps > MAX_STEPS) throw new Error('Too many steps');
		return at < this.text.length && testerOf(node, this.flags).test(this.text.charAt(at));
	}

	private run(one: SingleCharacter, node: AST.Quantifier, at: number, next: Next): boolean {
		const { min, max, greedy } = node;
		let end = at;
		while (end - at < min) if (!this.character(one, end++)) return false;
		if (!greedy) {
			while (!next(end)) if (end - at >= max || !this.character(one, end++)) return false;
			return true;
		}
		const least = end;
		while (end - at < max && this.character(one, end)) end++;
		for (; end >= least; end--) if (next(end)) return true;
		return false;
	}

	private quantifier(node: AST.Quantifier, count: number, at: number, next: Next): boolean {
		if (isSingleCharacter(node.element)) return this.run(node.element, node, at, next);
		const again = (): boolean =>
			count < node.max &&
			this.element(node.element, at, (end) =>
				end > at || count < node.min ? this.quantifier(node, count + 1, end, next) : false,
			);
		if (count < node.min) return again();
		return node.greedy ? again() || next(at) : next(at) || again();
	}

	private assertion(node: AST.Assertion, at: number): boolean {
		switch (node.kind) {
			case 'start':
				return at === 0 || (this.flags.multiline && this.text[at - 1] === '\n');
			case 'end':
				return at === this.text.length || (this.flags.multiline && this.text[at] === '\n');
			case 'word':
				return (isWordAt(this.text, at) !== isWordAt(this.text, at - 1)) !== node.negate;
			case 'lookahead':
				return this.alternatives(node.alternatives, at, () => true) !== node.negate;
			case 'lookbehind':
				return this.lookbehind(node, at) !== node.negate;
		}
	}

	private lookbehind({ alternatives }: AST.LookbehindAssertion, at: number): boolean {
		return alternatives.some(({ elements: [only, ...others] }) => {
			if (only === undefined || others.length > 0 || !isSingleCharacter(only))
				throw new Error('Only lookbehinds of one character are supported');
			return at > 0 && this.character(only, at - 1);
		});
	}
}

const isAnchored = ({ pattern, flags }: AST.RegExpLiteral): boolean =>
	!flags.multiline &&
	pattern.alternatives.every(
		({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'start',
	);

export const parsePattern = (source: string): AST.RegExpLiteral =>
	new RegExpParser({ ecmaVersion: 2025 }).parseLiteral(source);

/** Returns the number of visited characters, or `Infinity` if the number exceeds `MAX_STEPS`. */
export function countSteps(literal: AST.RegExpLiteral, text: string): number {
	const { pattern, flags } = literal;
	const matcher = new CountingMatcher(text, flags);
	const lastStart = isAnchored(literal) ? 0 : text.length;
	try {
		for (let start = 0; start <= lastStart; start++) {
			let end = start;
			const isMatch = matcher.alternatives(pattern.alternatives, start, (at) => {
				end = at;
				return true;
			});
			if (!isMatch) continue;
			if (!flags.global) break;
			start = Math.max(start, end - 1);
		}
		return matcher.steps;
	} catch (error) {
		if (error instanceof Error && error.message === 'Too many steps') return Infinity;
		throw error;
	}
}
