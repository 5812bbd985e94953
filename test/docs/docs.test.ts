// The README says what the code does: its tables are the ones that the code makes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from './tables';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');

it('holds the tables of fields and errors as they are (npm run docs writes them)', () => {
	expect(withTables(readme)).toBe(readme);
});

it('names only commands that exist', () => {
	const { scripts } = jest.requireActual<{ scripts: Record<string, string> }>('../../package.json');
	const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
	expect(named.length).toBeGreaterThan(0);
	for (const name of named) expect(Object.keys(scripts)).toContain(name);
});
