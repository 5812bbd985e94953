import { fingerprint } from '../../api/http/idempotency';
import type { Account } from '../../api/http/request';
import type { Schedule } from '../../api/http/schedule';
import { ExecutionLimit } from '../../rateLimit/executionLimit';
import { RateLimiter } from '../../rateLimit/rateLimiter';
import { RateLimiters } from '../../rateLimit/rateLimiters';
import { Backlog } from './backlog';
import { hostRuntime } from './runtime';
import { nextTurn } from './turns';

/** Rate limiters that all nodes and executions in the process share. */
const limiters = new RateLimiters(hostRuntime);

export interface ExecutionSchedules {
	of(account: Account): Schedule;
	/** Resolves when the number of waiting requests is low enough to start more items. */
	ready(): Promise<void>;
}

export function executionSchedules(maxConcurrency?: number): ExecutionSchedules {
	const execution = new ExecutionLimit(maxConcurrency);
	const backlog = new Backlog();
	return {
		of(account) {
			const name = fingerprint({ ...account });
			return backlog.counted((request, send) =>
				limiters.of(name).schedule({ ...request, execution }, send),
			);
		},
		ready: () => backlog.ready(nextTurn),
	};
}

/** Returns a schedule for editor requests. Such requests do not wait for running executions. */
export function editorSchedule(): Schedule {
	const limiter = new RateLimiter(hostRuntime);
	const execution = new ExecutionLimit();
	return (request, send) => limiter.schedule({ ...request, execution }, send);
}
