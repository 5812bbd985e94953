// The versions of n8n that the node is tried in. Older ones are pinned here, with a lock file each, and installed under .cache.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Home, homeIn, pinned, pinnedVersions, repositoryRoot } from '../n8n/places';

export interface Version {
	n8n: string;
	/** The Node version that this n8n runs on. */
	node: string;
	/** Its error output takes no item that holds more than `error` and `message`. */
	detailsInMessage: boolean;
	/** Where it is, or will be once it is installed. */
	home: () => Home;
}

/**
 * n8n 1 writes to SQLite without transactions unless it has a pool: an execution is then seen to have ended before its
 * data is there.
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
			return homeIn(root, root, env);
		},
	};
}

export const versions: Version[] = [
	older('n8n-1.123'),
	older('n8n-2.0'),
	{ ...pinnedVersions(), detailsInMessage: false, home: () => pinned },
];
