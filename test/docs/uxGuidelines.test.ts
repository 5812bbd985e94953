import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const checklist = readFileSync(join(root, 'docs/ux-guidelines.md'), 'utf8');

const testFiles = [...checklist.matchAll(/\| `(test\/[\w/.]+)` \|$/gm)].map(
	([, file = '']) => file,
);

it('the UX guidelines name a test for most points', () => {
	expect(testFiles.length).toBeGreaterThan(20);
});

it('each test file named in the UX guidelines exists', () => {
	expect(testFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('each row of the UX guidelines has three cells', () => {
	const rows = checklist.split('\n').filter((line) => line.startsWith('|'));
	expect(rows.filter((row) => row.split('|').length !== 5)).toEqual([]);
});
