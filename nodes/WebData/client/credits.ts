import type { Attempt } from '../errors/classify';
import { type Failure, failureOfRow } from '../errors/row';
import { creditRows } from '../errors/rows/limits';
import { finiteNumber, isObject, type JsonObject } from '../json/json';
import type { ApiRequest, CreditGuard, Endpoint } from './client';
import { Gate } from './gate';
import { ServiceError } from './serviceError';

/**
 * Credits that all nodes of one execution have used. n8n stores this object with the execution, so all values are JSON.
 */
export interface CreditRecord {
	used: number;
	/** Credits by job ID or `x-request-id`. */
	byWork: Record<string, number>;
}

/** Cost in credits of the node's most expensive request or job. */
export interface HighestCredits {
	highest?: number;
}

/**
 * Returns the credits in a successful response. If they are missing, -1 (unknown), or not a finite number, returns the
 * lowest possible price.
 */
export function creditsOf({ credits, lowestPrice }: Endpoint, answer: JsonObject): number {
	const reported =
		credits &&
		finiteNumber(
			credits.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), answer),
		);
	const isReported = reported !== undefined && reported >= 0;
	return Math.min(isReported ? reported : (lowestPrice?.(answer) ?? 0), Number.MAX_SAFE_INTEGER);
}

/** Whether a request may cost credits. Reads, cancel requests, and deletions are free. */
export const mayCost = ({ method, idempotency }: ApiRequest): boolean =>
	method === 'POST' && idempotency !== 'read';

const workKeyOf = ({ idempotency, headers }: ApiRequest): string | undefined =>
	idempotency === 'keyed' ? headers?.['x-request-id'] : undefined;

/** Rejects requests that may cost credits once the execution has used `maxCredits`. */
export class ExecutionCreditGuard implements CreditGuard {
	private readonly gate = new Gate((running) => this.hasRoom(running));

	constructor(
		readonly record: CreditRecord,
		private readonly cost: HighestCredits,
		public maxCredits = Infinity,
	) {}

	/** Highest possible cost of a request that was sent although it can exceed the credits that were left. */
	openPrice?: { most: number; left: number };

	get isReached(): boolean {
		return this.record.used >= this.maxCredits;
	}

	/**
	 * Waits until the remaining credits probably cover all running items, then runs an item's work. Each running item is
	 * expected to cost as much as the most expensive request or job so far. An item with several files is sent as several
	 * requests, and each of these requests is reserved.
	 */
	reserve<Result>(request: ApiRequest, work: () => Promise<Result>): Promise<Result> {
		const isSplit = (request.files?.length ?? 0) > 1;
		if (this.maxCredits === Infinity || isSplit || !mayCost(request)) return work();
		return this.gate.run(async () => {
			this.checkPrice(request);
			try {
				return await work();
			} finally {
				this.cost.highest ??= 1;
			}
		});
	}

	/** @throws a `ServiceError` if the remaining credits do not cover the least credits of a request */
	private checkPrice({ endpoint, body = {} }: ApiRequest): void {
		const price = endpoint.price?.(body);
		if (price === undefined || this.isReached) return;
		const left = this.maxCredits - this.record.used;
		const { least, most } = price;
		if (least > left) {
			const facts = { creditsNeeded: least, ...this.facts };
			throw new ServiceError(failureOfRow(creditRows.maxCreditsTooLow, facts), { attempts: 0 });
		}
		if (most > Math.max(left, this.openPrice?.most ?? 0)) this.openPrice = { most, left };
	}

	private get facts() {
		return { creditsUsed: this.record.used, maxCreditsPerExecution: this.maxCredits };
	}

	refusal(request: ApiRequest): Failure | undefined {
		if (!this.isReached || !mayCost(request) || this.isKnown(workKeyOf(request))) return undefined;
		return failureOfRow(creditRows.maxCreditsReached, this.facts);
	}

	count(request: ApiRequest, outcome: Attempt): void {
		const key = workKeyOf(request);
		if (outcome.ok) this.add(request, creditsOf(request.endpoint, outcome.answer));
		else if (key !== undefined && outcome.failure.possiblyExecuted) this.started(key);
	}

	started(work: string): void {
		if (!this.isKnown(work)) this.record.byWork[work] = 0;
	}

	/**
	 * Each response contains the total credits of its job or request, so only the increase since the last response
	 * counts.
	 */
	private add(request: ApiRequest, credits: number): void {
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

	private hasRoom(running: number): boolean {
		const { highest = Infinity } = this.cost;
		const expected = this.record.used + running * highest;
		return running === 0 || this.isReached || expected < this.maxCredits;
	}
}
