import { call } from '../../nodes/WebData/client/call';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import { ExecutionLimit, type LimiterOptions } from '../../nodes/WebData/limiter/queue';
import { RateLimiter } from '../../nodes/WebData/limiter/rateLimiter';
import type { TransportResult } from '../../nodes/WebData/transport/http';
import { routes } from '../cases/routes';
import { answer, noAnswer, outcomeOf, scriptedClient } from '../support/scriptedTransport';
import { nextTurn, VirtualTime } from '../support/virtualTime';

export const ok = answer(200, { success: true });
/** An attempt that gives no information about limits. An unsafe request is not repeated after it. */
export const none = noAnswer('closed', true);

const texts = { rate: 'Rate limit exceeded', concurrency: 'Concurrency limit reached' };

export const limited = (limit: keyof typeof texts = 'rate', retryAfterMs?: number) =>
	answer(
		429,
		{ success: false, error: texts[limit] },
		retryAfterMs === undefined ? {} : { 'retry-after': String(retryAfterMs / 1000) },
	);

interface Call extends Partial<LimiterOptions> {
	maxWaitMs?: number;
}

const request: ApiRequest = {
	route: {
		...routes.scrape,
		...{ idempotency: 'unsafe', serviceTimeoutMs: 60_000, dataField: undefined },
	},
	body: {},
};

/** Creates a limiter on a virtual clock. The test decides how each attempt ends. */
export function stage() {
	const time = new VirtualTime({ startMs: 1_000_000 });
	const limiter = new RateLimiter(time);
	const execution = new ExecutionLimit();
	/** Names of the attempts, in the order in which they started. */
	const started: string[] = [];
	const inFlight: { name: string; end: (result: TransportResult) => void }[] = [];

	return {
		time,
		started,
		inFlight: () => inFlight.map(({ name }) => name),
		/** Calls the service with a request of the given kind. */
		run(name: string, { maxWaitMs = 600_000, signal, ...kind }: Call = {}) {
			const send = () => {
				started.push(name);
				return new Promise<TransportResult>((end) => inFlight.push({ name, end }));
			};
			const client = scriptedClient({
				...{ runtime: time, signal, transport: { send, close: () => Promise.resolve() } },
				limiter: { open: (route) => limiter.open({ ...route, signal, execution, ...kind }) },
				settings: { maxTries: 5, maxWaitMs, maxResponseBytes: 1000 },
			});
			return outcomeOf(call(request, client), client);
		},
		/** Ends the in-flight attempts with the given names. Without names, ends the first in-flight attempt. */
		async end(result: TransportResult, ...names: string[]): Promise<void> {
			for (const name of names.length > 0 ? names : [inFlight[0]?.name]) {
				const index = inFlight.findIndex((attempt) => attempt.name === name);
				inFlight.splice(index, 1)[0]?.end(result);
				await nextTurn();
			}
		},
		pass: (ms: number): Promise<void> => time.runUntil(time.now() + ms),
	};
}

export const names = (prefix: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `${prefix}${index}`);
