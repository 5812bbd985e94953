import { fingerprint } from '../../api/http/idempotency';
import type { Account } from '../../api/http/request';
import type { Schedule } from '../../api/http/schedule';
import { ExecutionLimit } from '../../rateLimit/executionLimit';
import { RateLimiter } from '../../rateLimit/rateLimiter';
import { RateLimiters } from '../../rateLimit/rateLimiters';
import { hostRuntime } from './runtime';

/** Rate limiters that all nodes and executions in the process share. */
const limiters = new RateLimiters(hostRuntime);

/** Returns a function that provides the schedule of an account within one execution. */
export function executionSchedules(maxConcurrency?: number): (account: Account) => Schedule {
	const execution = new ExecutionLimit(maxConcurrency);
	return (account) => {
		const name = fingerprint({ ...account });
		return (request, send) => limiters.of(name).schedule({ ...request, execution }, send);
	};
}

/** Returns a schedule for editor requests, which do not wait for running executions. */
export function editorSchedule(): Schedule {
	const limiter = new RateLimiter(hostRuntime);
	const execution = new ExecutionLimit();
	return (request, send) => limiter.schedule({ ...request, execution }, send);
}
