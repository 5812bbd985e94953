import * as dns from 'node:dns';
import { generate } from 'selfsigned';
import {
	startLocalService,
	type LocalService,
	type LocalServiceOptions,
} from '../localService/localService';
import { loadBuiltNode } from '../support/builtNode';
import { setHostTime } from '../support/hostTime';
import { FORGOTTEN_MS } from '../support/useBuiltNode';
import { VirtualTime } from '../support/virtualTime';
import { failedLookup } from './cell';
import { openRelay } from './relay';
import type { TestServers } from './servers';

/** The test controls the timers of the transport and the service, but not the timers of sockets. */
function controlTimers(now: number): void {
	jest.useFakeTimers({
		now,
		doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate'],
	});
	// jest cannot control the timers of abort signals.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const timed = new AbortController();
		setTimeout(() => timed.abort(), ms);
		return timed.signal;
	});
}

/** Makes `dns.lookup` fail for every name under `.invalid`. */
function rejectInvalidNames(): void {
	const lookup = dns.lookup as (...given: unknown[]) => void;
	jest.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
		if (!name.endsWith('.invalid')) return lookup(name, ...rest);
		(rest.at(-1) as (error: Error) => void)(failedLookup);
	}) as never);
}

const portOf = ({ url }: LocalService): number => Number(new URL(url).port);

export function useFaultServers(options: LocalServiceOptions = {}): TestServers {
	const startMs = Date.now();
	const time = new VirtualTime({ startMs, skipSleeps: true });
	/** Milliseconds by which n8n's clock is ahead of the virtual clock. */
	let jumpedMs = 0;
	const services: LocalService[] = [];
	const passTime = (ms: number): void => {
		jest.advanceTimersByTime(ms);
		time.advance(ms);
	};
	const jumpClock = (ms: number): void => {
		jumpedMs += ms;
	};
	const servers = { node: loadBuiltNode(), time, passTime, jumpClock } as TestServers;
	controlTimers(startMs);
	rejectInvalidNames();
	beforeAll(async () => {
		setHostTime(time);
		jest.spyOn(Date, 'now').mockImplementation(() => time.now() + jumpedMs);
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const tls = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
		const secure = await startLocalService({ tls: { key: tls.private, cert: tls.cert } });
		const service = await startLocalService({ agentCancelMs: 0, ...options, time });
		services.push(secure, service);
		Object.assign(servers, { service, tlsUrl: secure.url });
	});
	beforeEach(async () => {
		// Makes the node forget the rate limits of earlier tests.
		passTime(FORGOTTEN_MS);
		await servers.service.reset();
		time.duringSleep(undefined);
		servers.relay = await openRelay(portOf(servers.service));
	});
	afterEach(() => servers.relay.shut());
	afterAll(async () => {
		await Promise.all(services.map((service) => service.close()));
		jest.restoreAllMocks();
	});
	return servers;
}
