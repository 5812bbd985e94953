import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Published {
	version: string;
	tag: string;
	checksum: string;
}

interface Packument {
	'dist-tags': Record<string, string>;
	versions: Record<string, { dist: { integrity: string } }>;
}

export interface Registry {
	url: string;
	published: Published[];
	close: () => Promise<void>;
}

/** Starts a local npm registry that contains no packages and records what is published. */
export async function startRegistry(): Promise<Registry> {
	const published: Published[] = [];
	const server = createServer((request, response) => {
		const respond = async (): Promise<void> => {
			if (request.method === 'PUT') published.push(await publishedIn(request));
			response.writeHead(request.method === 'PUT' ? 201 : 404).end('{}');
		};
		respond().catch(() => response.writeHead(400).end('{}'));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		published,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

async function publishedIn(request: IncomingMessage): Promise<Published> {
	const { 'dist-tags': tags, versions } = (await json(request)) as Packument;
	const [[tag, version] = ['', '']] = Object.entries(tags);
	return { tag, version, checksum: versions[version]?.dist.integrity ?? '' };
}
