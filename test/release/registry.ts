import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen, type Listening } from '../support/listen';

interface Published {
	version: string;
	tag: string;
	checksum: string;
}

interface Packument {
	'dist-tags': Record<string, string>;
	versions: Record<string, { dist: { integrity: string } }>;
}

export interface Registry extends Listening {
	published: Published[];
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
	const listening = await listen(server);
	return { ...listening, url: `${listening.url}/`, published };
}

async function publishedIn(request: IncomingMessage): Promise<Published> {
	const { 'dist-tags': tags, versions } = (await json(request)) as Packument;
	const [[tag, version] = ['', '']] = Object.entries(tags);
	return { tag, version, checksum: versions[version]?.dist.integrity ?? '' };
}
