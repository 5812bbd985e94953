import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startGuarded } from '../n8n/guardedProcess';
import { freePort } from '../support/listen';
import type { OnClose } from './setup';

const execute = promisify(execFile);

const HOST = '127.0.0.1';
const DATABASE_USER = 'n8n';

/** Debian installs the PostgreSQL programs in a folder per version, which is not in PATH. */
const FIND = `PATH="$PATH:$(printf %s: /usr/lib/postgresql/*/bin)"
	for program in redis-server initdb postgres; do command -v "$program" >&2 || exit; done
	printf %s "$PATH"`;

const HOW_TO =
	'The tests of queue mode need Redis and PostgreSQL. ' +
	'On Debian and Ubuntu: apt-get install redis-server postgresql. On macOS: brew install redis postgresql.';

async function pathWithPrograms(): Promise<string> {
	try {
		return (await execute('sh', ['-c', FIND])).stdout;
	} catch (error) {
		throw new Error(HOW_TO, { cause: error });
	}
}

/** PostgreSQL refuses to run as root. */
async function ordinaryUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (option: string, name: string) =>
		Number((await execute('id', [option, name])).stdout);
	const of = async (name: string) => ({ uid: await idOf('-u', name), gid: await idOf('-g', name) });
	return await of('postgres').catch(() => of('nobody'));
}

/** Starts Redis and PostgreSQL in a temporary folder. Returns n8n's environment variables for them. */
export async function startStores(onClose: OnClose): Promise<Record<string, string>> {
	const env = { PATH: await pathWithPrograms(), LC_ALL: 'C' };
	const user = await ordinaryUser();
	const folder = await mkdtemp(join(tmpdir(), 'web-data-stores-'));
	onClose(() => rm(folder, { recursive: true, force: true }));
	if (user) await chown(folder, user.uid, user.gid);
	const place = { cwd: folder, env, user, temporaryFolder: folder, onText: () => undefined };
	const [redisPort, databasePort] = [String(await freePort()), String(await freePort())];
	const redis = await startGuarded({
		...place,
		name: 'Redis',
		command: ['redis-server', '--bind', HOST, '--port', redisPort, '--save', ''],
		ready: 'Ready to accept connections',
	});
	onClose(redis.stop);
	const options = ['-U', DATABASE_USER, '--auth=trust', '--encoding=UTF8', '--locale=C'];
	await execute('initdb', ['-D', 'data', ...options, '--no-sync'], { cwd: folder, env, ...user });
	const settings = {
		listen_addresses: HOST,
		port: databasePort,
		unix_socket_directories: '',
		// The data does not need to survive a crash of the machine.
		fsync: 'off',
	};
	const serverOptions = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
	const database = await startGuarded({
		...place,
		name: 'PostgreSQL',
		command: ['postgres', '-D', 'data', ...serverOptions],
		ready: 'database system is ready to accept connections',
		// On SIGINT, PostgreSQL closes open sessions instead of waiting for the sessions to end.
		stopSignal: 'SIGINT',
		// On SIGQUIT, PostgreSQL releases its shared memory. On SIGKILL, PostgreSQL cannot release the memory.
		lastSignal: 'SIGQUIT',
	});
	onClose(database.stop);
	return {
		QUEUE_BULL_REDIS_HOST: HOST,
		QUEUE_BULL_REDIS_PORT: redisPort,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: HOST,
		DB_POSTGRESDB_PORT: databasePort,
		DB_POSTGRESDB_USER: DATABASE_USER,
		DB_POSTGRESDB_DATABASE: 'postgres',
	};
}
