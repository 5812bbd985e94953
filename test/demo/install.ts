import { join } from 'node:path';
import { ensureInstalled } from '../n8n/install';
import { installPackage } from '../n8n/n8n';

/** This folder is below node_modules, so that the package loads the engine's copy of n8n-workflow. */
const folder = join(__dirname, 'node_modules', '.web-data');

export const ensureEngine = (): Promise<void> =>
	ensureInstalled({
		name: "n8n's execution engine",
		size: '350 MB',
		root: __dirname,
		npmArguments: ['ci', '--omit=optional'],
	});

/** Installs the packed node next to the engine. Returns the folder of the node. */
export async function installPackedNode(): Promise<string> {
	await installPackage(folder);
	return join(folder, 'node_modules', 'n8n-nodes-web-data');
}
