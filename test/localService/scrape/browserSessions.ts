import type { SessionBody } from '../schemas/browserSession';
import type { RememberedScrape } from './scrapeMemory';

export interface StandaloneSession {
	id: string;
	team: string;
	body: SessionBody;
	createdAt: number;
	lastActivity: number;
	destroyedAt?: number;
	page?: RememberedScrape;
}

export interface BrowserSessions {
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
 * Returns the time at which the session was deleted or expired, or undefined if the session is
 * active.
 */
export function endOf(session: StandaloneSession, now: number): number | undefined {
	const { body, lastActivity, destroyedAt } = session;
	const idleMs = (body.activityTtl ?? DEFAULT_ACTIVITY_TTL_SECONDS) * 1000;
	const end = Math.min(destroyedAt ?? Infinity, expiryOf(session), lastActivity + idleMs);
	return end <= now ? end : undefined;
}
