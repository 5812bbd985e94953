// Workers that share an account and do not know of each other: each with the node's own client and gate.

import { callApi, type Session } from '../../nodes/WebData/api/http/call';
import type { Runtime } from '../../nodes/WebData/transport/runtime';
import type { ApiRequest } from '../../nodes/WebData/api/http/request';
import { openGates } from '../../nodes/WebData/rateLimit/rateLimiter';
import { mapConcurrently } from '../../nodes/WebData/host/mapConcurrently';
import type { Transport } from '../../nodes/WebData/transport/http';
import { simulatedService, WORK_MS, type Limit, type ServiceOptions } from './service';
import { seededRandom, VirtualTime } from '../support/virtualTime';

export interface Scenario {
	workers: number;
	limit: Limit;
	/** Whether a 429 says how long to wait. */
	retryAfter: boolean;
	maxConcurrency: number;
	/** Minutes before counting begins, and minutes that are counted. */
	warmUpMinutes: number;
	minutes: number;
	seed: number;
}

export interface Figures {
	/** Of all requests, how many met 429. */
	refusedShare: number;
	/** The same from the first request on. */
	refusedShareAtStart: number;
	/** Of what the service allows (or the workers can ask for), how much was had. */
	use: number;
	/** Jain's index over the workers' successes: 1 when all have the same, 1 / workers when one has all. */
	fairness: number;
	/** Items that failed and items in all, from the first request on. */
	failed: number;
	items: number;
}

const MINUTE_MS = 60_000;
/** Workers begin somewhere in this time. */
const BEGIN_MS = 10_000;
const account = { baseUrl: 'https://api.example.com', apiKey: 'simulated' };

const request: ApiRequest = {
	endpoint: 'scrape',
	method: 'POST',
	path: ['scrape'],
	body: {},
	idempotency: 'repeatable',
	serviceTimeoutMs: 60_000,
};

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

const jain = (counts: readonly number[]): number => {
	const squares = sum(counts.map((count) => count * count));
	return squares === 0 ? 1 : sum(counts) ** 2 / (counts.length * squares);
};

const share = (part: number, rest: number): number => (part === 0 ? 0 : part / (part + rest));

/** Successes per minute that could be had at best. */
function capacity({ limit, workers, maxConcurrency }: Scenario): number {
	const perSlot = MINUTE_MS / WORK_MS;
	const asked = workers * maxConcurrency * perSlot;
	return Math.min(asked, limit.kind === 'rate' ? limit.most : limit.most * perSlot);
}

const sessionOf = (transport: Transport, runtime: Runtime, maxConcurrency: number): Session => ({
	account,
	transport: openGates(runtime)
		.enter({ maxConcurrency, maxWaitMs: 600_000 })
		.guard(transport, account),
	runtime,
	settings: { maxTries: 5, maxWaitMs: 600_000, maxResponseBytes: 1000 },
	replayStore: { get: () => ({}), set: () => undefined },
	isStopped: () => false,
});

/** Workers that never run out of items. */
export async function simulate(scenario: Scenario): Promise<Figures> {
	const { workers, maxConcurrency, warmUpMinutes, minutes } = scenario;
	const random = seededRandom(scenario.seed);
	const time = new VirtualTime({ random });
	const service = simulatedService(time, scenario);
	const items = { done: 0, failed: 0 };

	async function work(worker: number): Promise<void> {
		const session = sessionOf(service.transportFor(worker), time, maxConcurrency);
		await time.sleep(random() * BEGIN_MS);
		const oneAfterTheOther = async (): Promise<void> => {
			for (;;) {
				const result = await callApi(request, session);
				if (result.ok) items.done++;
				else items.failed++;
			}
		};
		await Promise.all(Array.from({ length: maxConcurrency }, oneAfterTheOther));
	}

	for (let worker = 0; worker < workers; worker++) void work(worker);
	await time.runUntil(warmUpMinutes * MINUTE_MS);
	const before = service.counts;
	service.restart();
	await time.runUntil((warmUpMinutes + minutes) * MINUTE_MS);
	const { served, refused } = service.counts;
	return {
		refusedShare: share(sum(refused), sum(served)),
		refusedShareAtStart: share(sum(before.refused), sum(before.served)),
		use: sum(served) / (capacity(scenario) * minutes),
		fairness: jain(served),
		failed: items.failed,
		items: items.done + items.failed,
	};
}

export interface Batch {
	refused: number;
	failed: number;
	/** From the first request to the last answer. */
	tookMs: number;
}

/** One worker with so many items. */
export async function simulateBatch(
	count: number,
	scenario: Pick<Scenario, 'maxConcurrency' | 'seed'> & Omit<ServiceOptions, 'workers'>,
): Promise<Batch> {
	const runtime = new VirtualTime({ random: seededRandom(scenario.seed) });
	const service = simulatedService(runtime, { ...scenario, workers: 1 });
	const session = sessionOf(service.transportFor(0), runtime, scenario.maxConcurrency);
	const ended: { ok: boolean; at: number }[] = [];
	const work = async (): Promise<void> => {
		const { ok } = await callApi(request, session);
		ended.push({ ok, at: runtime.now() });
	};
	void mapConcurrently(count, scenario.maxConcurrency, work, () => false);
	await runtime.runUntil(60 * MINUTE_MS);
	return {
		refused: sum(service.counts.refused),
		failed: count - ended.filter(({ ok }) => ok).length,
		tookMs: Math.max(...ended.map(({ at }) => at)),
	};
}
