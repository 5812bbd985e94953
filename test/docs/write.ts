// Writes the generated tables into the README: `npm run docs`.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from './tables';

const readme = join(__dirname, '../../README.md');
writeFileSync(readme, withTables(readFileSync(readme, 'utf8')));
