import { failure } from './answer';

export const rateClasses = [
	'scrape',
	'map',
	'search',
	'crawl',
	'crawlStatus',
	'extract',
	'extractStatus',
	'browser',
	'browserExecute',
	'account',
] as const;

export type RateClass = (typeof rateClasses)[number];

export type RequestsPerMinute = Partial<Record<RateClass, number>>;

const MINUTE_MS = 60_000;

export function createRateLimits(now: () => number) {
	const windows = new Map<string, { endsAt: number; requests: number }>();
	return {
		/** Counts a request. Throws an error response with status code 429 if the limit is reached. */
		take(rateClass: RateClass, team: string, limits: RequestsPerMinute): void {
			const limit = limits[rateClass];
			if (limit === undefined) return;
			const key = `${team} ${rateClass}`;
			const last = windows.get(key);
			const isOpen = last !== undefined && now() < last.endsAt;
			const window = isOpen ? last : { endsAt: now() + MINUTE_MS, requests: 0 };
			windows.set(key, window);
			window.requests += 1;
			if (window.requests <= limit) return;
			// Only the error text states the wait time. The response has no Retry-After header.
			const seconds = Math.ceil((window.endsAt - now()) / 1000);
			const resetsAt = new Date(window.endsAt).toString();
			const error = `Rate limit exceeded. Consumed (req/min): ${window.requests}, Remaining (req/min): 0. Please retry after ${seconds}s, resets at ${resetsAt}`;
			throw failure(429, error);
		},
	};
}
