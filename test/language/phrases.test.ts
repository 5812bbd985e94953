import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrases } from './phrases';

const root = join(__dirname, '../..');
const exceptionsFile = join(__dirname, 'exceptions.json');

/** Number of allowed occurrences, by folder and phrase. The numbers must never increase. */
type Exceptions = Record<string, Record<string, number>>;

/** These files contain third-party texts or intentionally contain rejected phrases. */
const excluded = [
	/^test\/language\//,
	/package-lock\.json$/,
	/^test\/localService\/(pages|catalog\/data)\//,
	/^LICENSE/,
];

const textFile = /\.(ts|mts|js|mjs|json|md|yml|yaml|html)$/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
	cwd: root,
	encoding: 'utf8',
})
	.split('\n')
	.filter((file) => textFile.test(file) && existsSync(join(root, file)))
	.filter((file) => !excluded.some((pattern) => pattern.test(file)));

function folderOf(file: string): string {
	const parts = file.split('/');
	if (parts[0] === 'nodes') return parts.slice(0, 3).join('/');
	return parts[0] === 'test' ? parts.slice(0, 2).join('/') : file;
}

const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

function occurrences(pattern: RegExp, file: string): string[] {
	const text = texts.get(file) ?? '';
	return [...text.matchAll(pattern)].map(({ index }) => {
		const line = text.slice(0, index).split('\n').length;
		return `${file}:${line}: ${text.split('\n')[line - 1]?.trim()}`;
	});
}

const folders = [...new Set(files.map(folderOf))].sort();

const occurrencesIn = (folder: string, pattern: RegExp): string[] =>
	files.filter((file) => folderOf(file) === folder).flatMap((file) => occurrences(pattern, file));

function currentExceptions(): Exceptions {
	const countsOf = (folder: string) =>
		phrases
			.map(({ name, pattern }) => [name, occurrencesIn(folder, pattern).length] as const)
			.filter(([, count]) => count > 0);
	const counted = folders.map((folder) => [folder, countsOf(folder)] as const);
	return Object.fromEntries(
		counted
			.filter(([, counts]) => counts.length > 0)
			.map(([folder, counts]) => [folder, Object.fromEntries(counts)]),
	);
}

if (process.env.WRITE_PHRASE_EXCEPTIONS === '1') {
	writeFileSync(exceptionsFile, `${JSON.stringify(currentExceptions(), undefined, '\t')}\n`);
}

const exceptions = JSON.parse(readFileSync(exceptionsFile, 'utf8')) as Exceptions;

it.each(folders)('%s has no rejected phrases or names', (folder) => {
	const tooMany = phrases.flatMap(({ name, pattern, instead }) => {
		const lines = occurrencesIn(folder, pattern);
		const allowed = exceptions[folder]?.[name] ?? 0;
		return lines.length > allowed ? [{ name, instead, allowed, lines }] : [];
	});
	expect(tooMany).toEqual([]);
});
