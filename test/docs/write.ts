// Writes the generated parts of the documentation: `npm run docs`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages, root, pageText, withTables } from './pages';

for (const page of generatedPages)
	writeFileSync(join(root, page), withTables(page, pageText(page)));
