// `npm run docs` runs this script, which writes the generated parts of the documentation.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages, root, pageText, withTables } from './pages';

for (const page of generatedPages)
	writeFileSync(join(root, page), withTables(page, pageText(page)));
