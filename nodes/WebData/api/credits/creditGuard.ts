import { failureOfRow, type Failure } from '../errors/failure';
import { creditRows } from '../errors/rows/credits';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';
import { creditsOf, mayCost } from './creditsOf';

/** The credits of one execution. Contains only JSON, because n8n stores it with the execution. */
export interface CreditRecord {
	used: number;
	/** The highest credits of one request or job. Undefined until the first item has ended. */
	highest?: number;
	/** The credits of each job that was started, and of each keyed request that may have been executed, by ID. */
	byWork: Record<string, number>;
}

type AttemptResult = { ok: true; answer: JsonObject } | { ok: false; failure: Failure };

const keyOf = ({ idempotency, headers }: ApiRequest): string | undefined =>
	idempotency === 'keyed' ? headers?.['x-request-id'] : undefined;

/** Counts the credits of an execution, and refuses requests that may cost more once the limit is reached. */
export class CreditGuard {
	private maxCredits = Infinity;
	private running = 0;
	private readonly waiting: (() => void)[] = [];

	constructor(private readonly record: CreditRecord) {}

	/** The lowest limit of all items applies to all of them. */
	limitTo(maxCredits: number): void {
		this.maxCredits = Math.min(this.maxCredits, maxCredits);
	}

	get usage(): { used: number; maxCredits: number; isReached: boolean } {
		const { used } = this.record;
		return { used, maxCredits: this.maxCredits, isReached: used >= this.maxCredits };
	}

	/**
	 * Executes the work of an item when the credits that are left cover all running work, with as much for each as the
	 * highest until now. The first item runs on its own, because its credits are not known. Once the limit is reached,
	 * nothing waits: work that was paid for can still be fetched, and the rest is refused before it is sent.
	 */
	async reserve<Result>(request: ApiRequest, work: () => Promise<Result>): Promise<Result> {
		if (!mayCost(request)) return await work();
		if (this.hasRoom && this.waiting.length === 0) this.running++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			return await work();
		} finally {
			this.running--;
			this.record.highest ??= 1;
			this.drain();
		}
	}

	/** The failure of a request that must not be sent. A keyed request that was sent before fetches its result. */
	private refusalOf(request: ApiRequest): Failure | undefined {
		const { used, maxCredits, isReached } = this.usage;
		if (!isReached || !mayCost(request) || this.isKnown(keyOf(request))) return undefined;
		return failureOfRow(creditRows.maxCreditsReached, {
			creditsUsed: used,
			maxCreditsPerExecution: maxCredits,
		});
	}

	/** Records a job, so that the credits in its status are counted. */
	jobStarted(jobId: string): void {
		if (!this.isKnown(jobId)) this.record.byWork[jobId] = 0;
	}

	/** Sends one attempt, unless it is refused, and counts the credits of its response. */
	async attempt(request: ApiRequest, send: () => Promise<AttemptResult>): Promise<AttemptResult> {
		const refusal = this.refusalOf(request);
		if (refusal !== undefined) return { ok: false, failure: refusal };
		const { byWork } = this.record;
		const key = keyOf(request);
		const isFirst = key !== undefined && !this.isKnown(key);
		if (isFirst) byWork[key] = 0;
		const outcome = await send();
		if (outcome.ok) this.add(request, creditsOf(request.endpoint, outcome.answer));
		else if (isFirst && !outcome.failure.possiblyExecuted) delete byWork[key];
		return outcome;
	}

	/** Every response about the same work states all its credits. */
	private add(request: ApiRequest, credits = 0): void {
		const { record } = this;
		const work = keyOf(request) ?? request.path.find((segment) => this.isKnown(segment));
		if (work === undefined && request.method === 'GET') return;
		const before = work === undefined ? 0 : (record.byWork[work] ?? 0);
		const total = Math.max(before, credits);
		record.used += total - before;
		if (work !== undefined) record.byWork[work] = total;
		if (total > 0) record.highest = Math.max(record.highest ?? 1, total);
	}

	private isKnown(work: string | undefined): boolean {
		return work !== undefined && Object.hasOwn(this.record.byWork, work);
	}

	private get hasRoom(): boolean {
		const { used, highest = Infinity } = this.record;
		const isFree = this.running === 0 || this.usage.isReached;
		return isFree || used + this.running * highest < this.maxCredits;
	}

	private drain(): void {
		while (this.waiting.length > 0 && this.hasRoom) {
			this.running++;
			this.waiting.shift()?.();
		}
	}
}
