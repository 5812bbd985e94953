// Browser sessions that were created without a scrape.
import type { SessionBody } from '../schemas/browserSession';
import type { RememberedScrape } from './scrapeMemory';

export interface StandaloneSession {
	id: string;
	team: string;
	body: SessionBody;
	createdAt: number;
	lastActivity: number;
	destroyedAt?: number;
	/** Last page that the code of the session has opened. */
	page?: RememberedScrape;
}

export interface BrowserSessions {
	/** Sessions in the order of creation. */
	readonly all: StandaloneSession[];
	clear(): void;
}

export function createBrowserSessions(): BrowserSessions {
	const all: StandaloneSession[] = [];
	return {
		all,
		clear() {
			all.length = 0;
		},
	};
}

const DEFAULT_TTL_SECONDS = 600;
const DEFAULT_ACTIVITY_TTL_SECONDS = 300;

export function expiryOf({ body, createdAt }: StandaloneSession): number {
	return createdAt + (body.ttl ?? DEFAULT_TTL_SECONDS) * 1000;
}

/**
 * Returns the time at which the session was deleted or expired. Returns undefined for an active
 * session.
 */
export function endOf(session: StandaloneSession, now: number): number | undefined {
	const { body, lastActivity, destroyedAt } = session;
	const idleMs = (body.activityTtl ?? DEFAULT_ACTIVITY_TTL_SECONDS) * 1000;
	const end = Math.min(destroyedAt ?? Infinity, expiryOf(session), lastActivity + idleMs);
	return end <= now ? end : undefined;
}
