import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The `cloud` project in jest.config.js sets this global variable. */
declare const webDataBuild: string | undefined;

export const isCloud = typeof webDataBuild === 'string' && webDataBuild === 'cloud';

const root = join(__dirname, '../..');

export const builtFolder = isCloud ? join(root, 'build/cloud/dist') : join(root, 'dist');

export function checkBuilt(): void {
	if (existsSync(join(builtFolder, 'nodes/WebData/WebData.node.js'))) return;
	throw new Error(`${relative(root, builtFolder)}/ is missing. Run "npm run build" first.`);
}

export type HttpRequestHelper = (request: object) => Promise<unknown>;

interface Client {
	requests(): { request: HttpRequestHelper };
}

/** Returns n8n's own implementation of `helpers.httpRequest`. */
export function n8nRequestHelper(): HttpRequestHelper {
	const { OutboundHttp } = jest.requireActual<{ OutboundHttp: object }>('@n8n/backend-network');
	const { Container } = jest.requireActual<{ Container: { get(service: object): Client } }>(
		'@n8n/di',
	);
	return Container.get(OutboundHttp).requests().request;
}
