import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChangingSite {
	url: string;
	write(path: string, text: string): void;
	answerWith(path: string, status: number): void;
	reset(): void;
	close(): Promise<void>;
}

export async function startChangingSite(): Promise<ChangingSite> {
	const texts = new Map<string, string>();
	const statuses = new Map<string, number>();
	const server = createServer(({ url = '/' }, response) => {
		response.writeHead(statuses.get(url) ?? 200, { 'content-type': 'text/html; charset=utf-8' });
		response.end(`<title>Page</title><main><p>${texts.get(url) ?? url}</p></main>`);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		write: (path, text) => void texts.set(path, text),
		answerWith: (path, status) => void statuses.set(path, status),
		reset: () => {
			texts.clear();
			statuses.clear();
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
