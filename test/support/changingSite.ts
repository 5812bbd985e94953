import { createServer } from 'node:http';
import { listen, type Listening } from './listen';

export interface ChangingSite extends Listening {
	write(path: string, text: string): void;
	answerWith(path: string, status: number): void;
	reset(): void;
}

export async function startChangingSite(): Promise<ChangingSite> {
	const texts = new Map<string, string>();
	const statuses = new Map<string, number>();
	const server = createServer(({ url = '/' }, response) => {
		response.writeHead(statuses.get(url) ?? 200, { 'content-type': 'text/html; charset=utf-8' });
		response.end(`<title>Page</title><main><p>${texts.get(url) ?? url}</p></main>`);
	});
	return {
		...(await listen(server)),
		write: (path, text) => void texts.set(path, text),
		answerWith: (path, status) => void statuses.set(path, status),
		reset: () => {
			texts.clear();
			statuses.clear();
		},
	};
}
