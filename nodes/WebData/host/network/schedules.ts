import { fingerprint } from '../../api/http/idempotency';
import type { Account } from '../../api/http/request';
import type { Schedule } from '../../api/http/schedule';
import { ExecutionLimit } from '../../rateLimit/executionLimit';
import { RateLimiter } from '../../rateLimit/rateLimiter';
import { RateLimiters } from '../../rateLimit/rateLimiters';
import { hostRuntime } from './runtime';

/** Shared by all nodes and executions of this process. */
const limiters = new RateLimiters(hostRuntime);

/** Returns the schedules of one execution, by account. */
export function executionSchedules(maxConcurrency?: number): (account: Account) => Schedule {
	const execution = new ExecutionLimit(maxConcurrency);
	return (account) => {
		const name = fingerprint({ ...account });
		return (request, send) => limiters.of(name).schedule({ ...request, execution }, send);
	};
}

/** Returns a schedule that does not wait for executions, for requests of the editor. */
export function editorSchedule(): Schedule {
	const limiter = new RateLimiter(hostRuntime);
	const execution = new ExecutionLimit();
	return (request, send) => limiter.schedule({ ...request, execution }, send);
}
