import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Phrase {
	pattern: RegExp;
	/** The rule that the phrase breaks. */
	rule: string;
	instead: string;
}

const phrase = (name: string, instead: string, pattern = name): Phrase => ({
	pattern: new RegExp(`\\b(?:${pattern})\\b`, 'gi'),
	rule: `Avoid "${name}"`,
	instead,
});

const prose: readonly Phrase[] = [
	phrase('anew', 'again'),
	phrase('once more', 'again'),
	phrase('whoever', 'the user, the caller, …'),
	phrase('nobody', 'no one, or name what is missing', "nobody(?!\\\\?\\.example|')"),
	phrase('somebody', 'the user, another process, …'),
	phrase('unless told', 'by default'),
	phrase("one's own", 'own, self-hosted, separate'),
	phrase('came about', 'happened, could not …', '(?:came|come|comes) about'),
	phrase('beside', 'next to, in addition to', 'beside(?!\\))'),
	phrase('and the like', 'name the things, or "and so on"'),
	phrase('looks at', 'reads, checks, polls', 'looks?(?:ed)? at'),
	phrase('so far as', 'as far as'),
	phrase('for example', 'for example, with a comma', '[Ff]or example(?= )'),
	phrase('that is to say', 'say it the first time'),
	phrase('all the same', 'still, anyway'),
	phrase('as good as', 'equal to, almost'),
	phrase('shall', 'must, will'),
	phrase('in small letters', 'in lowercase'),
	phrase('tried against', 'tested against'),
	phrase('chance', 'randomness, jitter, probability, at random'),
	phrase(
		'is no',
		'is not a',
		'(?<!there |There )(?:is|are|was|were) no(?! (?:longer|more|such|one))',
	),
	phrase('alone', 'only', '(?<=[a-z0-9] )(?<!leaves? |left |leave it |leaves it |stands? )alone'),
];

const MARKED = ['`', '\\*{1,2}', "'", '"']
	.map((mark) => `${mark}[^\`*'"\\n]{1,40}${mark}`)
	.join('|');

/**
 * A list of three numbers, of three labels or code terms, or of four words. In "*Call*, *Run* and *Start* of a job", the
 * last two labels are one entry.
 */
const serialComma: Phrase = {
	pattern: new RegExp(
		['\\d[\\w.%]*', MARKED]
			.map((element) => `(?:${element}), (?:${element}) (?:and|or) (?:${element})(?! of\\b)`)
			.concat('\\b[\\w-]+, [\\w-]+, [\\w-]+ (?:and|or) [\\w-]+')
			.join('|'),
		'g',
	),
	rule: 'Write a comma before the last element of a list of three or more',
	instead: 'a, b, and c',
};

const root = join(__dirname, '../..');

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
	cwd: root,
	encoding: 'utf8',
})
	.split('\n')
	.filter((file) =>
		/^(nodes|credentials|docs|examples)\/|^(README|CHANGELOG|SECURITY)\.md$/.test(file),
	)
	.filter((file) => /\.(ts|json|md)$/.test(file) && existsSync(join(root, file)));

it('no text for users has a rejected phrase', () => {
	const found = files.flatMap((file) => {
		const text = readFileSync(join(root, file), 'utf8');
		return [...prose, serialComma].flatMap(({ pattern, rule, instead }) =>
			[...text.matchAll(pattern)].map(({ 0: phrase, index }) => {
				const line = text.slice(0, index).split('\n').length;
				return `${file}:${line}: "${phrase}". ${rule}. Instead: ${instead}`;
			}),
		);
	});
	expect(found).toEqual([]);
});
