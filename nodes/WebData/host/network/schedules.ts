import type { Schedule } from '../../client/limits';
import { type Account, fingerprint } from '../../client/request';
import { ExecutionLimit } from '../../limiter/queue';
import { RateLimiter, RateLimiters } from '../../limiter/rateLimiter';
import { Backlog, nextTurn } from './fairness';
import { hostRuntime } from './runtime';

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
