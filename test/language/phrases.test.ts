import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrases } from './phrases';

const root = join(__dirname, '../..');

/** These files contain third-party texts or intentionally contain rejected phrases. */
const excluded = [
	/^test\/language\//,
	/package-lock\.json$/,
	/^test\/localService\/(pages|catalog\/data)\//,
	/^LICENSE/,
];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
	cwd: root,
	encoding: 'utf8',
})
	.split('\n')
	.filter((file) => /\.(ts|mts|js|mjs|json|md|yml|yaml|html)$/.test(file))
	.filter((file) => existsSync(join(root, file)))
	.filter((file) => !excluded.some((pattern) => pattern.test(file)));

it('no file has a rejected phrase or name', () => {
	const found = files.flatMap((file) => {
		const text = readFileSync(join(root, file), 'utf8');
		return phrases.flatMap(({ pattern, instead }) =>
			[...text.matchAll(pattern)].map(({ 0: phrase, index }) => {
				const line = text.slice(0, index).split('\n').length;
				return `${file}:${line}: "${phrase}", instead: ${instead}`;
			}),
		);
	});
	expect(found).toEqual([]);
});
