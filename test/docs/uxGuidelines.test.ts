// The checklist of n8n's UX guidelines: the tests that it names are there.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const checklist = readFileSync(join(root, 'docs/ux-guidelines.md'), 'utf8');

/** The last cell of a row: a file and a part of a test's name. */
const named = [...checklist.matchAll(/\| `(test\/[\w/.]+)`: ([^|]+) \|$/gm)].map(
	([, file = '', name = '']) => [file, name] as const,
);

it('names a test for most points', () => {
	expect(named.length).toBeGreaterThan(20);
});

it.each(named)('%s has: %s', (file, name) => {
	expect(existsSync(join(root, file))).toBe(true);
	expect(readFileSync(join(root, file), 'utf8')).toContain(name);
});

it('every row has its three cells', () => {
	const rows = checklist.split('\n').filter((line) => line.startsWith('|'));
	expect(rows.filter((row) => row.split('|').length !== 5)).toEqual([]);
});
