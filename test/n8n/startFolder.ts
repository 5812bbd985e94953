import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/listen';
import { type Login, newLogin } from './driver';

/** What the next `npm start` needs. The stored workflows contain the ports and need the login. */
export interface Saved {
	login: Login;
	ports: { service: number; hook: number; openAi: number };
	/** IDs of the imported examples by file name, once all are imported. */
	examples?: Record<string, string>;
}

export interface StartFolder extends Saved {
	path: string;
	/** Folder of the files that the examples write. */
	files: string;
	saveExamples: (examples: Record<string, string>) => void;
}

/** Opens the folder in which `npm start` keeps n8n's data, or creates the folder. */
export async function openStartFolder(path: string): Promise<StartFolder> {
	const file = join(path, 'start.json');
	const files = join(path, 'files');
	mkdirSync(files, { recursive: true });
	// The file contains a password.
	const write = (saved: Saved) =>
		writeFileSync(file, JSON.stringify(saved, null, '\t'), { mode: 0o600 });
	const saved = existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as Saved)
		: { login: newLogin(), ports: await freePorts() };
	write(saved);
	return { ...saved, path, files, saveExamples: (examples) => write({ ...saved, examples }) };
}

async function freePorts(): Promise<Saved['ports']> {
	const [service, hook, openAi] = await Promise.all([freePort(), freePort(), freePort()]);
	return { service, hook, openAi };
}
