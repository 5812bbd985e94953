// Random executions that share an account of a simulated service. The clock is virtual, and a seed determines all random
// numbers, so each world always ends in the same way.

import { call } from '../../nodes/WebData/client/call';
import type { Client, Limiter, LimiterSlot } from '../../nodes/WebData/client/client';
import type { ApiRequest, Route } from '../../nodes/WebData/client/request';
import { ExecutionLimit } from '../../nodes/WebData/limiter/queue';
import { RateLimiters } from '../../nodes/WebData/limiter/rateLimiter';
import { agentRoutes } from '../../nodes/WebData/resources/agent/service';
import type { Transport } from '../../nodes/WebData/transport/http';
import { routes } from '../cases/routes';
import { type Limits, LimitedService, RateWindow } from '../simulation/limitedService';
import { outcomeOf, scriptedClient } from '../support/scriptedTransport';
import { seededRandom, VirtualTime } from '../support/virtualTime';

type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

const requestTo = (route: Route): ApiRequest => ({
	route: { ...route, idempotency: 'repeatable', serviceTimeoutMs: 60_000 },
});

/** Requests of three classes with a browser, and of two without. */
const requests = {
	scrape: requestTo(routes.scrape),
	search: requestTo(routes.search),
	parse: requestTo(routes.parse),
	map: requestTo(routes.map),
	agent: requestTo(agentRoutes.list),
};

export type Kind = keyof typeof requests;
export const kinds = Object.keys(requests) as Kind[];

export interface Execution {
	startMs: number;
	/** *Max Requests at Once*. */
	ceiling?: number;
	/** Time from the start until a user stops the execution. */
	stopMs?: number;
	items: readonly Kind[];
}

/** Limits of the service. Each class has its own rate limit. */
interface ServiceLimits extends Omit<Limits, 'places' | 'rate'> {
	/** Maximum number of concurrent requests with a browser, first and after `changeMs`. */
	places?: readonly [number, number];
	/** Maximum number of requests per window, first and after `changeMs`. */
	rate?: { most: readonly [number, number]; windowMs: number };
	changeMs: number;
}

export interface World {
	seed: number;
	executions: readonly Execution[];
	limits: ServiceLimits;
}

/** What happened to an attempt in the limiter. */
export interface LimiterEvent {
	kind: 'waits' | 'starts' | 'leaves' | 'ends';
	execution: number;
	item: number;
	rateClass: string;
	/** Number of the attempt, starting at 1. */
	attempt: number;
	atMs: number;
}

export interface Ended {
	/** The result of each item of each execution. Undefined if the item has not ended. */
	results: (Outcome | undefined)[][];
	events: LimiterEvent[];
	/** Remaining milliseconds of each timer after the last item has ended. */
	timers: number[];
	/** Whether the account was forgotten after a minute without requests. */
	isForgotten: boolean;
}

/** A world reads the clock less than 10,000 times. */
const MAX_READS = 100_000;

/** A virtual clock that ends an endless loop of the limiter. */
class WorldTime extends VirtualTime {
	private reads = 0;

	override readonly elapsed = (): number => {
		if (++this.reads > MAX_READS) throw new Error('The limiter runs in a loop');
		return this.now();
	};
}

/** Returns a slot that records its events. */
function observe(slot: LimiterSlot, record: (kind: LimiterEvent['kind']) => void): LimiterSlot {
	return {
		get excused() {
			return slot.excused;
		},
		async acquire(maxWaitMs) {
			record('waits');
			const acquired = await slot.acquire(maxWaitMs);
			record(acquired.kind === 'start' ? 'starts' : 'leaves');
			return acquired;
		},
		release(signal) {
			record('ends');
			slot.release(signal);
		},
		close: () => slot.close(),
	};
}

/** Returns a transport for each kind of request. */
function serve(
	time: VirtualTime,
	{ places, rate, ...fixed }: ServiceLimits,
): Record<Kind, Transport> {
	const at = ([first, second]: readonly [number, number], nowMs: number): number =>
		nowMs < fixed.changeMs ? first : second;
	const limits: Limits = {
		...fixed,
		...(rate && { rate: (now) => ({ ...rate, most: at(rate.most, now) }) }),
	};
	const browsers = new LimitedService(time, {
		...limits,
		...(places && { places: (now) => at(places, now) }),
	});
	const others = new LimitedService(time, limits);
	const open = (service: LimitedService) => service.transport(new RateWindow(limits));
	return {
		...{ scrape: open(browsers), search: open(browsers), parse: open(browsers) },
		...{ map: open(others), agent: open(others) },
	};
}

export async function run({ seed, executions, limits }: World): Promise<Ended> {
	const time = new WorldTime({ random: seededRandom(seed) });
	const limiters = new RateLimiters(time);
	const transports = serve(time, limits);
	const events: LimiterEvent[] = [];
	const results: Ended['results'] = executions.map(({ items }) => items.map(() => undefined));

	function limiterOf(execution: number, item: number, limit: ExecutionLimit): Limiter {
		const open: Limiter['open'] = ({ rateClass, usesBrowser }, signal) => {
			let attempt = 0;
			const options = { rateClass, usesBrowser, signal, execution: limit };
			const slot = limiters.of('account').open(options);
			return observe(slot, (kind) => {
				if (kind === 'waits') attempt++;
				events.push({ kind, execution, item, rateClass, attempt, atMs: time.now() });
			});
		};
		return { open };
	}

	async function execute({ startMs, ceiling, stopMs, items }: Execution, index: number) {
		const stop = new AbortController();
		const limit = new ExecutionLimit(ceiling);
		await time.sleep(startMs);
		const cancelStop = stopMs === undefined ? undefined : time.setTimer(stopMs, () => stop.abort());
		const runItem = async (kind: Kind, item: number): Promise<void> => {
			const client: Client = scriptedClient({
				...{ transport: transports[kind], runtime: time, signal: stop.signal },
				limiter: limiterOf(index, item, limit),
			});
			const result = await outcomeOf(call(requests[kind], client));
			(results[index] ?? [])[item] = result;
		};
		await Promise.all(items.map(runItem));
		cancelStop?.();
	}

	await time.runUntilSettled(Promise.all(executions.map(execute)));
	const limiter = limiters.of('account');
	const timers = time.pending();
	time.advance(60_000);
	return { results, events, timers, isForgotten: limiters.of('account') !== limiter };
}
