import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Balancer {
	url: string;
	readonly answers: readonly (readonly number[])[];
	/** Whether the balancer closes the sender's connection instead of returning a response. */
	losesAnswers: boolean;
	/** Whether all requests go to the first process, as if the balancer selected the process by URL. */
	selectsByUrl: boolean;
	close: () => Promise<void>;
}

const idOf = (body: string): string => {
	try {
		return String((JSON.parse(body) as { webhookId?: unknown }).webhookId);
	} catch {
		return body;
	}
};

function routeIn(processes: readonly string[]): (body: string) => number {
	const next = new Map<string, number>();
	let turn = 0;
	return (body) => {
		const process = next.get(idOf(body)) ?? turn++ % processes.length;
		next.set(idOf(body), (process + 1) % processes.length);
		return process;
	};
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			typeof value === 'string' && /^(content-type|x-)/.test(name) ? [[name, value]] : [],
		),
	);

export async function startBalancer(processes: readonly string[]): Promise<Balancer> {
	const route = routeIn(processes);
	const answers = processes.map((): number[] => []);
	const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const body = await text(request);
		const process = balancer.selectsByUrl ? 0 : route(body);
		const url = `${processes[process]}${request.url}`;
		const answer = await fetch(url, { method: 'POST', headers: headersOf(request), body });
		const content = await answer.text();
		answers[process]?.push(answer.status);
		if (balancer.losesAnswers) request.socket.destroy();
		else response.writeHead(answer.status).end(content);
	};
	const server = createServer((request, response) => {
		pass(request, response).catch(() => response.writeHead(502).end());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const balancer: Balancer = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		answers,
		losesAnswers: false,
		selectsByUrl: false,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return balancer;
}
