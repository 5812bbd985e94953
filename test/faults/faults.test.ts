// Runs each operation of the built node with each fault, and compares the outcomes with RESULTS.md.

import type { IDataObject } from 'n8n-workflow';
import * as dns from 'node:dns';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { startLocalService, type LocalService } from '../localService/localService';
import { loadBuiltNode } from '../support/builtNode';
import { setHostTime } from '../support/hostTime';
import { FORGOTTEN_MS } from '../support/useBuiltNode';
import { VirtualTime } from '../support/virtualTime';
import { failedLookup, play, type Cell } from './cell';
import { openRelay } from './relay';
import { expectedOf, isPossible } from './expected';
import { faultKinds } from './faultKinds';
import type { TestServers } from './servers';
import { subjects } from './operations';
import { resultsOf, type CellResult } from './table';

const results = join(__dirname, 'RESULTS.md');
const startedTimers = Date.now();
const services: LocalService[] = [];
const played: CellResult[] = [];
let sharedServers: Omit<TestServers, 'relay'>;
let servers: TestServers;
/** The clock of the node and the service. */
const time = new VirtualTime({ startMs: startedTimers, skipSleeps: true });
/** Milliseconds by which n8n's clock is ahead of the virtual clock. */
let jumpedMs = 0;

/**
 * The test controls the timers and deadlines of the transport and the service, but not the timers
 * of sockets.
 */
jest.useFakeTimers({
	now: startedTimers,
	doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate'],
});

/**
 * Node.js implements the timers of abort signals itself, so jest cannot control them. The build for
 * n8n Cloud uses timers of abort signals.
 */
jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
	const timed = new AbortController();
	setTimeout(() => timed.abort(), ms);
	return timed.signal;
});

/**
 * n8n's HTTP client resolves host names with `dns.lookup`. The replacement rejects every name under
 * .invalid.
 */
const lookup = dns.lookup as (...given: unknown[]) => void;
jest.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
	if (!name.endsWith('.invalid')) return lookup(name, ...rest);
	(rest.at(-1) as (error: Error) => void)(failedLookup);
}) as never);

function passTime(ms: number): void {
	jest.advanceTimersByTime(ms);
	time.advance(ms);
}

const portOf = ({ url }: LocalService): number => Number(new URL(url).port);

async function startServers(): Promise<Omit<TestServers, 'relay'>> {
	const tls = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
	const secure = await startLocalService({ tls: { key: tls.private, cert: tls.cert } });
	const service = await startLocalService({ agentCancelMs: 0, time });
	services.push(secure, service);
	return {
		...{ node: loadBuiltNode(), service, passTime: passTime, tlsUrl: secure.url },
		time,
		jumpClock: (ms) => {
			jumpedMs += ms;
		},
	};
}

beforeAll(async () => {
	setHostTime(time);
	jest.spyOn(Date, 'now').mockImplementation(() => time.now() + jumpedMs);
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
	sharedServers = await startServers();
});
beforeEach(async () => {
	// A new relay can get the port of an earlier relay. The node must have forgotten the rate
	// limits of the earlier relay.
	passTime(FORGOTTEN_MS);
	await sharedServers.service.reset();
	time.duringSleep(undefined);
	servers = { ...sharedServers, relay: await openRelay(portOf(sharedServers.service)) };
});
afterEach(() => servers.relay.shut());
afterAll(async () => {
	await Promise.all(services.map((service) => service.close()));
	jest.restoreAllMocks();
});

/** Checks rules that apply to every item, independent of the fault. */
function checkItems({ items, outcome }: Cell, expectJobId: boolean): void {
	expect(JSON.stringify(items)).not.toContain(servers.service.apiKey);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
	if (outcome === 'ok' || outcome === 'canceled') return;
	const [item] = items;
	expect(Object.keys(item?.json ?? {})).toEqual(['error', 'message', 'details']);
	expect(item?.json.error).toMatch(/\S/);
	expect(item?.json.message).toMatch(/\.$/);
	if (expectJobId) expect(item?.json.details).toHaveProperty('jobId');
}

describe.each(subjects)('$name', (subject) => {
	it.each(faultKinds.filter((fault) => isPossible(subject, fault)))(
		'has the expected outcome with the fault "$name"',
		async (fault) => {
			const cell = await play(servers, subject, fault);
			played.push({ subject, fault, cell });
			const { retryable, requests = cell.requests, ...expected } = expectedOf(subject, fault);
			const { items: _items, pauseMs: _pause, ...came } = cell;
			expect(came).toEqual({ requests, ...expected });
			checkItems(cell, subject.repeat === 'poll');
			const details = (cell.items[0]?.json.details ?? {}) as IDataObject;
			if (retryable !== undefined) expect(details.retryable).toBe(retryable);
			expect(cell.pauseMs ?? Infinity).toBeGreaterThanOrEqual(fault.pauseMs ?? -Infinity);
		},
	);
});

it('RESULTS.md matches the outcome', () => {
	const table = resultsOf(played);
	if (process.env.WRITE_FAULT_TABLE === '1') writeFileSync(results, table);
	expect(readFileSync(results, 'utf8')).toBe(table);
});
