import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8n } from './n8n';

export interface SearchedPlace {
	name: string;
	text: string;
}

/** Returns the names of all places that contain the API key as plain text or Base64. */
export async function keyTraces(n8n: N8n, key: string): Promise<string[]> {
	const places = [
		{ name: 'log', text: n8n.log() },
		...(await savedExecutions(n8n)),
		...(await storedFiles(n8n.userFolder)),
	];
	const forms = [key, Buffer.from(key).toString('base64').replace(/=+$/, '')];
	return places
		.filter(({ text }) => forms.some((form) => text.includes(form)))
		.map(({ name }) => name);
}

/** Returns two entries for each execution: the response of n8n's API and the decoded execution. */
export async function savedExecutions(n8n: N8n): Promise<SearchedPlace[]> {
	const places = (await n8n.executions()).map(async ({ id }) => [
		{ name: `answer about execution ${id}`, text: await n8n.rawExecution(id) },
		{ name: `execution ${id}`, text: JSON.stringify(await n8n.execution(id)) },
	]);
	return (await Promise.all(places)).flat();
}

/** Returns all files in n8n's user folder, except the files of installed packages. */
export async function storedFiles(folder: string): Promise<SearchedPlace[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map((entry) => join(entry.parentPath, entry.name));
	return await Promise.all(
		files.map(async (name) => ({ name, text: await readFile(name, 'latin1') })),
	);
}
