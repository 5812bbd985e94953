import type { Runtime } from '../transport/runtime';
import { RateLimiter } from './rateLimiter';

/** The rate limiters of a process, one for each account. */
export class RateLimiters {
	private readonly limiters = new Map<string, RateLimiter>();

	constructor(private readonly runtime: Runtime) {}

	/** Returns the limiter of an account. `account` is a fingerprint, so that the API key is not kept. */
	of(account: string): RateLimiter {
		const known = this.limiters.get(account);
		if (known !== undefined && !known.isForgettable) return known;
		for (const [name, limiter] of this.limiters) {
			if (limiter.isForgettable) this.limiters.delete(name);
		}
		const limiter = new RateLimiter(this.runtime);
		this.limiters.set(account, limiter);
		return limiter;
	}
}
