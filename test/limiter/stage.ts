import { ExecutionLimit, type LimiterOptions } from '../../nodes/WebData/limiter/queue';
import { RateLimiter } from '../../nodes/WebData/limiter/rateLimiter';
import type { LimiterResult, RateLimitSignal } from '../../nodes/WebData/client/limits';
import { VirtualTime } from '../support/virtualTime';

export const ok: RateLimitSignal = { kind: 'ok' };
export const none: RateLimitSignal = { kind: 'none' };
export const limited = (
	limit: 'rate' | 'concurrency' = 'rate',
	retryAfterMs?: number,
): RateLimitSignal => ({ kind: 'limited', limit, retryAfterMs, message: `${limit} limit` });

export const nextTurn = () => new Promise(setImmediate);

const defaults = {
	endpointClass: 'scrape',
	usesBrowser: true,
	maxWaitMs: 600_000,
	maxTries: 5,
	backoffMs: (refusals: number) => 1000 * 2 ** refusals,
};

/** Creates a limiter on a virtual clock. The test decides how each attempt ends. */
export function stage() {
	const time = new VirtualTime({ startMs: 1_000_000 });
	const limiter = new RateLimiter(time);
	const execution = new ExecutionLimit();
	/** Names of the attempts, in the order in which they started. */
	const started: string[] = [];
	const inFlight: { name: string; end: (signal: RateLimitSignal) => void }[] = [];

	return {
		time,
		limiter,
		started,
		inFlight: () => inFlight.map(({ name }) => name),
		async run(
			name: string,
			options: Partial<LimiterOptions<string>> = {},
		): Promise<LimiterResult<string>> {
			let signal = none;
			const send = async () => {
				started.push(name);
				signal = await new Promise<RateLimitSignal>((end) => inFlight.push({ name, end }));
				return `${name} ${signal.kind}`;
			};
			return await limiter.run(
				{ ...defaults, execution, signalOf: () => signal, ...options },
				send,
			);
		},
		/** Ends the in-flight attempts with the given names. Without names, ends the first in-flight attempt. */
		async end(signal: RateLimitSignal, ...names: string[]): Promise<void> {
			for (const name of names.length > 0 ? names : [inFlight[0]?.name]) {
				const index = inFlight.findIndex((attempt) => attempt.name === name);
				inFlight.splice(index, 1)[0]?.end(signal);
				await nextTurn();
			}
		},
		async pass(ms: number): Promise<void> {
			await nextTurn();
			await time.runUntil(time.now() + ms);
			await nextTurn();
		},
	};
}

export const names = (prefix: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `${prefix}${index}`);
