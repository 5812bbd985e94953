import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MarkedPages {
	addressOf: (number: number) => string;
	close: () => Promise<void>;
}

export const markerOf = (number: number): string => `Marker-${number}-of-its-own`;

const page = (marker: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${marker}</title></head>
<body><main><h1>${marker}</h1><p>The only page that says so.</p></main></body>
</html>
`;

export async function startPages(): Promise<MarkedPages> {
	const server = createServer((request, response) => {
		const number = Number(/^\/(\d+)$/.exec(request.url ?? '')?.[1]);
		response.writeHead(Number.isNaN(number) ? 404 : 200, {
			'content-type': 'text/html; charset=utf-8',
		});
		response.end(page(markerOf(number)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		addressOf: (number) => `http://127.0.0.1:${port}/${number}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
