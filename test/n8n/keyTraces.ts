import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8n } from './n8n';

/**
 * Searches the log of n8n, all executions, and all files in n8n's user folder, except those of installed packages. Returns
 * the names of the places that contain the API key as plain text or Base64.
 */
export async function keyTraces(n8n: N8n, key: string): Promise<string[]> {
	const forms = [key, Buffer.from(key).toString('base64').replace(/=+$/, '')];
	const traces: string[] = [];
	const search = (name: string, text: string): void => {
		if (forms.some((form) => text.includes(form))) traces.push(name);
	};
	search('log', n8n.log());
	for (const { id } of await n8n.executions()) {
		search(`answer about execution ${id}`, await n8n.request('GET', `/rest/executions/${id}`));
		search(`execution ${id}`, JSON.stringify(await n8n.execution(id)));
	}
	for (const entry of await readdir(n8n.userFolder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile() || entry.parentPath.includes('node_modules')) continue;
		const path = join(entry.parentPath, entry.name);
		search(path, await readFile(path, 'latin1'));
	}
	return traces;
}
