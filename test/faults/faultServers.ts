// The built node and the local service on one virtual clock, with a relay between them that a test can close.

import * as net from 'node:net';
import { matches, type FaultCondition } from '../localService/faults';
import type { LocalServiceOptions } from '../localService/localService';
import { useBuiltNode, type BuiltNode } from '../support/useBuiltNode';
import { nextTurn, VirtualTime } from '../support/virtualTime';

/** Node.js 20 tries forever to reset a socket that has already ended. */
const resetSocket = (socket: net.Socket): void =>
	void (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy());

function relay(client: net.Socket, target: number, sent: (piece: Buffer) => void): void {
	const service = net.connect(target, '127.0.0.1');
	service.on('data', (piece: Buffer) => client.write(piece, () => sent(piece)));
	client.on('data', (piece: Buffer) => service.write(piece));
	service.on('end', () => client.end());
	client.on('end', () => service.end());
	service.on('error', () => resetSocket(client));
	client.on('error', () => service.destroy());
	service.on('close', () => client.end());
	client.on('close', () => service.destroy());
}

async function openRelay(target: number) {
	const sockets = new Set<net.Socket>();
	let answers = 0;
	const server = net.createServer((client) => {
		sockets.add(client.once('close', () => sockets.delete(client)));
		relay(client, target, (piece) => {
			if (piece.subarray(0, 5).toString('latin1') === 'HTTP/') answers += 1;
		});
	});
	const listen = (port: number) =>
		new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	await listen(0);
	const { port } = server.address() as net.AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		responseCount: () => answers,
		shut: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				for (const socket of sockets) resetSocket(socket);
			}),
		open: async () => (server.listening ? undefined : await listen(port)),
	};
}

/** Number of event loop iterations within which all data on a loopback connection arrives. */
const TURNS = 100;

/** Waits for a condition, or until nothing can make it true, and then for all data sent up to that moment. */
async function untilArrived(condition: () => boolean, isOver: () => boolean): Promise<boolean> {
	while (!condition() && !isOver()) await nextTurn();
	for (let count = 0; count < TURNS; count++) await nextTurn();
	return condition();
}

/** jest cannot control the timers of abort signals. */
function controlAbortSignals(): void {
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const timed = new AbortController();
		setTimeout(() => timed.abort(), ms);
		return timed.signal;
	});
}

export interface FaultServers extends BuiltNode {
	relay: Awaited<ReturnType<typeof openRelay>>;
	/** Advances the virtual clock and the timers of the transport and the service. */
	passTime(ms: number): void;
	/** Moves the clock of n8n, but not the clock of the service. */
	jumpClock(ms: number): void;
}

export function useFaultServers(options: LocalServiceOptions = {}): FaultServers {
	const startMs = Date.now();
	const time = new VirtualTime({ startMs, skipSleeps: 'whenIdle' });
	jest.useFakeTimers({
		now: startMs,
		doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate'],
	});
	const built = useBuiltNode({ agentCancelMs: 0, ...options, time });
	let jumpedMs = 0;
	const servers = Object.assign(built, {
		passTime: (ms: number) => {
			jest.advanceTimersByTime(ms);
			time.advance(ms);
		},
		jumpClock: (ms: number) => {
			jumpedMs += ms;
		},
	}) as FaultServers;
	beforeEach(async () => {
		controlAbortSignals();
		jest.spyOn(Date, 'now').mockImplementation(() => time.now() + jumpedMs);
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		servers.relay = await openRelay(Number(new URL(built.service.url).port));
	});
	afterEach(() => servers.relay.shut());
	return servers;
}

type Action = () => void | Promise<void>;

/** One run of an operation or a trigger, which a fault can observe and influence. */
export interface FaultRun extends FaultServers {
	/** Matches the requests that the fault affects. */
	when: FaultCondition;
	readonly stopping: AbortController;
	/** Number of affected requests that reached the service. */
	requests(): number;
	/** Milliseconds between the first two affected requests. */
	pauseMs(): number | undefined;
	onWait(act: (ms: number) => void | Promise<void>): void;
	/** Calls `act` during the first or second wait after the affected request. */
	atWait(count: 1 | 2, act: Action): void;
	onRequest(act: Action): void;
	onResponse(act: Action): void;
}

export async function underFault<Result>(
	servers: FaultServers,
	when: FaultCondition,
	apply: (run: FaultRun) => void,
	execute: (run: FaultRun) => Promise<Result>,
): Promise<{ result: Result; requests: number; pauseMs?: number }> {
	const { service, relay: between, time } = servers;
	const begun = { requests: service.requests.length, answers: between.responseCount() };
	const acts: ((ms: number) => void | Promise<void>)[] = [];
	const watches: Promise<void>[] = [];
	let waits = 0;
	const since = () => service.requests.slice(begun.requests);
	const those = () => since().filter((request) => matches(when, request));
	const requests = (): number => those().length;
	const isAnswered = () =>
		requests() > 0 && between.responseCount() - begun.answers === since().length;
	let hasEnded = false;
	const watch = async (condition: () => boolean, act: Action): Promise<void> => {
		if (await untilArrived(condition, () => hasEnded)) return await act();
		const sent = since().map(({ method, path }) => `${method} ${path}`);
		throw new Error(
			`The run sent no request ${when.method} ${when.path}. It sent: ${sent.join(', ')}`,
		);
	};
	const once = (condition: () => boolean, act: Action) => void watches.push(watch(condition, act));
	const pauseMs = (): number | undefined => {
		const [first, second] = those();
		return first && second && second.at - first.at;
	};
	const run: FaultRun = {
		...servers,
		...{ when, stopping: new AbortController(), requests, pauseMs },
		onWait: (act) => void acts.push(act),
		atWait: (count, act) => void acts.push(() => (waits === count ? act() : undefined)),
		onRequest: (act) => once(() => requests() > 0, act),
		onResponse: (act) => once(isAnswered, act),
	};
	time.duringSleep(async (ms) => {
		if (requests() > 0) waits += 1;
		for (const act of acts) await act(ms);
	});
	apply(run);
	const result = await execute(run).finally(() => (hasEnded = true));
	await Promise.all(watches);
	await between.open();
	time.duringSleep(undefined);
	return { result, requests: requests(), pauseMs: pauseMs() };
}
