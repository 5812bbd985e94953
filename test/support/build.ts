// Which of the two builds a project of jest tests, and n8n's request helper for the one that needs it.

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Set by the project `cloud` of jest.config.js. */
declare const webDataBuild: string | undefined;

export const isCloud = typeof webDataBuild === 'string' && webDataBuild === 'cloud';

const root = join(__dirname, '../..');

export const builtFolder = isCloud ? join(root, 'build/cloud/dist') : join(root, 'dist');

/** Throws with the command to run if the package has not been built. */
export function checkBuilt(): void {
	if (existsSync(join(builtFolder, 'nodes/WebData/WebData.node.js'))) return;
	throw new Error(`${relative(root, builtFolder)}/ is missing. Run "npm run build" first.`);
}

export type RequestHelper = (request: object) => Promise<unknown>;

interface Client {
	requests(): { request: RequestHelper };
}

/** The client behind `helpers.httpRequest`: not a stand-in but the package that n8n itself is made with. */
export function n8nRequestHelper(): RequestHelper {
	const { OutboundHttp } = jest.requireActual<{ OutboundHttp: object }>('@n8n/backend-network');
	const { Container } = jest.requireActual<{ Container: { get(service: object): Client } }>(
		'@n8n/di',
	);
	return Container.get(OutboundHttp).requests().request;
}
