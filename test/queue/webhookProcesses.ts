import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen, type Listening } from '../support/listen';
import type { Member, QueueSetup } from './setup';

export interface Balancer extends Listening {
	/** Whether the balancer closes the sender's connection instead of returning a response. */
	losesAnswers: boolean;
}

/** Sends the first event to one process, and the repeat of the event to the other process. */
function routeIn(processes: readonly string[]): (body: string) => string {
	const next = new Map<string, number>();
	let turn = 0;
	return (body) => {
		const index = next.get(body) ?? turn++ % processes.length;
		next.set(body, (index + 1) % processes.length);
		return processes[index] ?? '';
	};
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			typeof value === 'string' && /^(content-type|x-)/.test(name) ? [[name, value]] : [],
		),
	);

async function startBalancer(processes: readonly string[]): Promise<Balancer> {
	const route = routeIn(processes);
	const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const body = await text(request);
		const url = `${route(body)}${request.url}`;
		const answer = await fetch(url, { method: 'POST', headers: headersOf(request), body });
		const content = await answer.text();
		if (balancer.losesAnswers) request.socket.destroy();
		else response.writeHead(answer.status).end(content);
	};
	const server = createServer((request, response) => {
		pass(request, response).catch(() => response.writeHead(502).end());
	});
	const balancer: Balancer = {
		...(await listen(server)),
		losesAnswers: false,
	};
	return balancer;
}

/** The main process receives no webhooks while `work` runs. */
export async function withWebhookProcesses(
	{ addMember, main }: QueueSetup,
	work: (balancer: Balancer, processes: Member[]) => Promise<void>,
): Promise<void> {
	const processes = [await addMember('webhook'), await addMember('webhook')];
	const balancer = await startBalancer(processes.map(({ url }) => url));
	try {
		await main.stop();
		await main.start({
			WEBHOOK_URL: `${balancer.url}/`,
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		});
		await work(balancer, processes);
	} finally {
		await Promise.all(processes.map((process) => process.stop()));
		await balancer.close();
		await main.stop();
		await main.start();
	}
}
