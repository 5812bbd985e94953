import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processOf, type ProcessSettings } from '../n8n/process';
import { freePort } from '../support/listen';
import { withProgress } from '../support/progress';
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

/** PostgreSQL refuses to run as root. Its packages create the user `postgres`. */
async function ordinaryUser(): Promise<ProcessSettings['user']> {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (option: string) => Number((await execute('id', [option, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** Starts Redis and PostgreSQL in a temporary folder. Returns n8n's environment variables for them. */
export async function startStores(onClose: OnClose): Promise<Record<string, string>> {
	const { stdout: path } = await execute('sh', ['-c', FIND]).catch((cause: unknown) => {
		throw new Error(HOW_TO, { cause });
	});
	const env = { PATH: path, LC_ALL: 'C' };
	const user = await ordinaryUser();
	const folder = await mkdtemp(join(tmpdir(), 'web-data-stores-'));
	onClose(() => rm(folder, { recursive: true, force: true }));
	if (user) await chown(folder, user.uid, user.gid);
	const start = async (settings: Pick<ProcessSettings, 'name' | 'command' | 'ready'>) => {
		const store = processOf({
			...{ cwd: folder, temporaryFolder: folder, env, user },
			// On SIGINT, PostgreSQL closes open sessions instead of waiting for the sessions to end.
			stopSignal: 'INT',
			// On SIGQUIT, PostgreSQL releases its shared memory. On SIGKILL, PostgreSQL cannot release the memory.
			lastSignal: 'QUIT',
			...settings,
		});
		onClose(store.stop);
		await withProgress({ title: `Starting ${settings.name}`, run: store.start });
	};
	const [redisPort, databasePort] = [String(await freePort()), String(await freePort())];
	await start({
		name: 'Redis',
		command: ['redis-server', '--bind', HOST, '--port', redisPort, '--save', ''],
		ready: 'Ready to accept connections',
	});
	const options = ['-U', DATABASE_USER, '--auth=trust', '--encoding=UTF8', '--locale=C'];
	await execute('initdb', ['-D', 'data', ...options, '--no-sync'], { cwd: folder, env, ...user });
	const network = [`--listen_addresses=${HOST}`, `--port=${databasePort}`];
	await start({
		name: 'PostgreSQL',
		// The data does not need to survive a crash of the machine.
		command: ['postgres', '-D', 'data', ...network, '--unix_socket_directories=', '--fsync=off'],
		ready: 'database system is ready to accept connections',
	});
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
