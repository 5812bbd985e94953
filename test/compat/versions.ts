// Older versions of n8n, which are pinned by lock files and installed in .cache.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Home, homeIn, pinned, pinnedVersions, repositoryRoot } from '../n8n/places';

export interface Version {
	n8n: string;
	node: string;
	/** Whether error items contain only `error` and `message`. */
	detailsInMessage: boolean;
	home: () => Home;
}

/**
 * Without a database connection pool, n8n 1 reports an execution as finished before n8n has stored the execution's
 * data.
 */
const env = { DB_SQLITE_POOL_SIZE: '2' };

function older(folder: string): Version {
	const pins = join(__dirname, folder);
	const versions = pinnedVersions({ root: pins });
	const root = join(repositoryRoot, '.cache', `n8n-${versions.n8n}`);
	return {
		...versions,
		detailsInMessage: true,
		home: () => {
			mkdirSync(root, { recursive: true });
			for (const file of ['package.json', 'package-lock.json']) {
				copyFileSync(join(pins, file), join(root, file));
			}
			return homeIn(root, env);
		},
	};
}

export const versions: Version[] = [
	older('n8n-1.123'),
	older('n8n-2.0'),
	{ ...pinnedVersions(), detailsInMessage: false, home: () => pinned },
];
