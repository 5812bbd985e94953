// Tells the tests which build they run, and provides n8n's request helper for the build for n8n Cloud.

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

export type HttpRequestHelper = (request: object) => Promise<unknown>;

interface Client {
	requests(): { request: HttpRequestHelper };
}

/** n8n's own implementation of `helpers.httpRequest`, not a mock. */
export function n8nRequestHelper(): HttpRequestHelper {
	const { OutboundHttp } = jest.requireActual<{ OutboundHttp: object }>('@n8n/backend-network');
	const { Container } = jest.requireActual<{ Container: { get(service: object): Client } }>(
		'@n8n/di',
	);
	return Container.get(OutboundHttp).requests().request;
}
