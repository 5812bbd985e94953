import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn } from './phrases';

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
	const found = files.flatMap((file) =>
		findingsIn(readFileSync(join(root, file), 'utf8')).map((finding) => `${file}:${finding}`),
	);
	expect(found).toEqual([]);
});

it.each([
	['Try it\nonce more', '2: "once more". Avoid "once more". Instead: again'],
	[
		'red, green, blue and gold',
		'1: "red, green, blue and gold". Write a comma before the last element of a list of three or more. Instead: a, b, and c',
	],
])('a finding in %j states the line, the rule, and the remedy', (text, finding) => {
	expect(findingsIn(text)).toEqual([finding]);
});
