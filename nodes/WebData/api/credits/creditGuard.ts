import { failureOfRow } from '../errors/failure';
import { creditRows } from '../errors/rows/credits';
import type { AttemptResult } from '../http/attemptResult';
import type { ApiRequest } from '../http/request';
import { creditsOf, mayCost } from './creditsOf';

/**
 * Credits used by all nodes in one execution. Contains only JSON values, because n8n stores this object with the
 * execution.
 */
export interface CreditRecord {
	used: number;
	/** Credits by ID, for each started job and for each keyed request that the service may have executed. */
	byWork: Record<string, number>;
}

/** Highest number of credits charged for one request or job of a node. Undefined until the first item has finished. */
export interface HighestCredits {
	highest?: number;
}

const workKeyOf = ({ idempotency, headers }: ApiRequest): string | undefined =>
	idempotency === 'keyed' ? headers?.['x-request-id'] : undefined;

/**
 * Counts the credits that a node uses. Once the execution has reached the limit, rejects requests that may cost
 * credits.
 */
export class CreditGuard {
	private running = 0;
	private readonly waiting: (() => void)[] = [];

	/** `maxCredits` is infinite if no limit is set. */
	constructor(
		readonly record: CreditRecord,
		private readonly cost: HighestCredits,
		public maxCredits = Infinity,
	) {}

	get isReached(): boolean {
		return this.record.used >= this.maxCredits;
	}

	/**
	 * Runs the work of an item as soon as the remaining credits cover all running work. Each running item is assumed to
	 * cost as much as the most expensive item already charged. The first item runs on its own, because its cost is
	 * unknown.
	 *
	 * Once the limit is reached, no item waits. Results that were already paid for can still be fetched; other requests
	 * are rejected in `attempt`.
	 */
	async reserve<Result>(request: ApiRequest, work: () => Promise<Result>): Promise<Result> {
		if (this.maxCredits === Infinity || !mayCost(request)) return await work();
		if (this.hasRoom && this.waiting.length === 0) this.running++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			return await work();
		} finally {
			this.running--;
			this.cost.highest ??= 1;
			this.startWaiting();
		}
	}

	/**
	 * Sends one attempt and counts its credits, or rejects the attempt if the limit is reached. A keyed request that
	 * was sent before is never rejected.
	 */
	async attempt(request: ApiRequest, send: () => Promise<AttemptResult>): Promise<AttemptResult> {
		const key = workKeyOf(request);
		if (this.isReached && mayCost(request) && !this.isKnown(key)) {
			const facts = { creditsUsed: this.record.used, maxCreditsPerExecution: this.maxCredits };
			return { ok: false, failure: failureOfRow(creditRows.maxCreditsReached, facts) };
		}
		const outcome = await send();
		if (outcome.ok) this.add(request, creditsOf(request.endpoint, outcome.answer));
		else if (key !== undefined && outcome.failure.possiblyExecuted) this.started(key);
		return outcome;
	}

	/** Records the ID of a job or keyed request, so that its credits are counted only once. */
	started(work: string): void {
		if (!this.isKnown(work)) this.record.byWork[work] = 0;
	}

	/** Each response contains the total credits of a job or keyed request, so only the increase is counted. */
	private add(request: ApiRequest, credits = 0): void {
		const { record, cost } = this;
		const work = workKeyOf(request) ?? request.path.find((segment) => this.isKnown(segment));
		if (work === undefined && request.method === 'GET') return;
		const before = record.byWork[work ?? ''] ?? 0;
		const total = Math.max(before, credits);
		record.used += total - before;
		if (work !== undefined) record.byWork[work] = total;
		if (total > 0) cost.highest = Math.max(cost.highest ?? 1, total);
	}

	private isKnown(work = ''): boolean {
		return Object.hasOwn(this.record.byWork, work);
	}

	private get hasRoom(): boolean {
		const { highest = Infinity } = this.cost;
		const expected = this.record.used + this.running * highest;
		return this.running === 0 || this.isReached || expected < this.maxCredits;
	}

	private startWaiting(): void {
		while (this.waiting.length > 0 && this.hasRoom) {
			this.running++;
			this.waiting.shift()?.();
		}
	}
}
