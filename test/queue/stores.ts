import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Guarded, startGuarded } from '../n8n/guardedProcess';
import { freePort } from '../support/listen';
import { type Programs, ensurePrograms } from './programs';

const execute = promisify(execFile);

const HOST = '127.0.0.1';
const DATABASE_USER = 'n8n';

export interface Stores {
	env: Record<string, string>;
	close: () => Promise<void>;
}

type User = { uid: number; gid: number } | undefined;

interface Store extends Guarded {
	env: Record<string, string>;
}

interface Place {
	folder: string;
	user: User;
	port: number;
}

export async function startStores(): Promise<Stores> {
	const programs = await ensurePrograms();
	const started: Store[] = [];
	const close = async () => {
		await Promise.all(started.map((store) => store.stop()));
	};
	try {
		started.push(await inFolder('redis', (place) => startRedis(programs, place)));
		started.push(await inFolder('postgres', (place) => startPostgres(programs, place)));
	} catch (error) {
		await close();
		throw error;
	}
	return { env: Object.assign({}, ...started.map(({ env }) => env)), close };
}

async function inFolder(name: string, start: (place: Place) => Promise<Store>): Promise<Store> {
	const user = await ordinaryUser();
	const folder = await mkdtemp(join(tmpdir(), `web-data-${name}-`));
	const remove = () => rm(folder, { recursive: true, force: true });
	try {
		if (user) await chown(folder, user.uid, user.gid);
		const store = await start({ folder, user, port: await freePort() });
		return { ...store, stop: () => store.stop().finally(remove) };
	} catch (error) {
		await remove();
		throw error;
	}
}

/** PostgreSQL refuses to run as root. */
async function ordinaryUser(): Promise<User> {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (option: string, name: string) =>
		Number((await execute('id', [option, name])).stdout);
	const of = async (name: string) => ({ uid: await idOf('-u', name), gid: await idOf('-g', name) });
	return await of('postgres').catch(() => of('nobody'));
}

async function startRedis({ redis }: Programs, place: Place): Promise<Store> {
	const port = String(place.port);
	const settings = { bind: HOST, port, dir: place.folder, save: '', appendonly: 'no' };
	const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
	const running = await start(place, {
		name: 'Redis',
		command: [redis, ...options],
		ready: 'Ready to accept connections',
	});
	return { ...running, env: { QUEUE_BULL_REDIS_HOST: HOST, QUEUE_BULL_REDIS_PORT: port } };
}

async function startPostgres({ initdb, postgres }: Programs, place: Place): Promise<Store> {
	const { folder, user, port } = place;
	const data = join(folder, 'data');
	const options = ['-D', data, '-U', DATABASE_USER, '--auth=trust', '--encoding=UTF8'];
	await execute(initdb, [...options, '--locale=C', '--no-sync'], { cwd: folder, ...user });
	const settings = {
		listen_addresses: HOST,
		port: String(port),
		unix_socket_directories: '',
		// The data does not need to survive a crash of the machine.
		fsync: 'off',
		synchronous_commit: 'off',
		full_page_writes: 'off',
	};
	const serverOptions = Object.entries(settings).flatMap(([name, value]) => [
		'-c',
		`${name}=${value}`,
	]);
	const running = await start(place, {
		name: 'PostgreSQL',
		command: [postgres, '-D', data, ...serverOptions],
		ready: 'database system is ready to accept connections',
		// On SIGINT, PostgreSQL closes open sessions instead of waiting for the sessions to end.
		stopSignal: 'SIGINT',
		// On SIGQUIT, PostgreSQL releases its shared memory. On SIGKILL, PostgreSQL cannot release the memory.
		lastSignal: 'SIGQUIT',
	});
	const env = {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: HOST,
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_USER: DATABASE_USER,
		DB_POSTGRESDB_DATABASE: 'postgres',
	};
	return { ...running, env };
}

type Program = Pick<
	Parameters<typeof startGuarded>[0],
	'name' | 'command' | 'ready' | 'stopSignal' | 'lastSignal'
>;

const start = ({ folder, user }: Place, program: Program): Promise<Guarded> =>
	startGuarded({
		...program,
		cwd: folder,
		env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
		user,
		temporaryFolder: folder,
		onText: () => undefined,
	});
