import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withProgress } from '../support/progress';

const execute = promisify(execFile);

export interface Programs {
	redis: string;
	initdb: string;
	postgres: string;
}

const packages = ['redis-server', 'postgresql'];

const HOW_TO =
	'Redis and PostgreSQL are needed for the tests of queue mode. ' +
	`On Debian and Ubuntu: apt-get install ${packages.join(' ')}. On macOS: brew install redis postgresql.`;

/** Debian installs the PostgreSQL programs in a folder per version, which is not in PATH. */
const FIND =
	'PATH="$PATH:$(printf %s: /usr/lib/postgresql/*/bin)"; command -v redis-server && command -v initdb && command -v postgres';

async function findPrograms(): Promise<Programs> {
	const { stdout } = await execute('sh', ['-c', FIND]);
	const [redis = '', initdb = '', postgres = ''] = stdout.split('\n');
	return { redis, initdb, postgres };
}

async function installPackages(): Promise<void> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await execute('apt-get', ['update'], { env });
	await execute('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
}

/** As root on Debian, installs missing programs. */
export async function ensurePrograms(): Promise<Programs> {
	try {
		return await findPrograms();
	} catch (error) {
		if (process.getuid?.() !== 0) throw new Error(HOW_TO, { cause: error });
	}
	const title = `Installing ${packages.join(' and ')} with apt-get`;
	return await withProgress({ title, run: installPackages })
		.then(findPrograms)
		.catch((error: unknown) => {
			throw new Error(HOW_TO, { cause: error });
		});
}
