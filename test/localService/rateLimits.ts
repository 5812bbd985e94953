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

export interface RateLimits {
	/** Counts a request. Throws an error response with status code 429 if the limit is reached. */
	take(rateClass: RateClass, team: string, limits: RequestsPerMinute): void;
	clear(): void;
}

interface Window {
	endsAt: number;
	requests: number;
}

const MINUTE_MS = 60_000;

export function createRateLimits(now: () => number): RateLimits {
	const windows = new Map<string, Window>();
	return {
		take(rateClass, team, limits) {
			const limit = limits[rateClass];
			if (limit === undefined) return;
			const key = `${team} ${rateClass}`;
			const current = windows.get(key);
			const isOpen = current !== undefined && now() < current.endsAt;
			const window = isOpen ? current : { endsAt: now() + MINUTE_MS, requests: 0 };
			windows.set(key, window);
			window.requests += 1;
			if (window.requests > limit) throw failure(429, limitText(window, now()));
		},
		clear: () => windows.clear(),
	};
}

// Only the error text states the wait time. The response has no Retry-After header.
function limitText({ requests, endsAt }: Window, now: number): string {
	const seconds = Math.ceil((endsAt - now) / 1000);
	const resetsAt = new Date(endsAt).toString();
	return `Rate limit exceeded. Consumed (req/min): ${requests}, Remaining (req/min): 0. Please retry after ${seconds}s, resets at ${resetsAt}`;
}
