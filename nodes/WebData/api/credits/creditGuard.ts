import { failureOfRow } from '../errors/failure';
import { creditRows } from '../errors/rows/credits';
import type { AttemptResult } from '../http/attemptResult';
import type { ApiRequest } from '../http/request';
import { creditsOf, mayCost } from './creditsOf';

/** The credits of one execution. Contains only JSON, because n8n stores it with the execution. */
export interface CreditRecord {
	used: number;
	/** The highest credits of one request or job. Undefined until the first item has ended. */
	highest?: number;
	/** The credits of each job that was started, and of each keyed request that may have been executed, by ID. */
	byWork: Record<string, number>;
}

const workKeyOf = ({ idempotency, headers }: ApiRequest): string | undefined =>
	idempotency === 'keyed' ? headers?.['x-request-id'] : undefined;

/** Counts the credits of an execution, and refuses requests that may cost more once the limit is reached. */
export class CreditGuard {
	private running = 0;
	private readonly waiting: (() => void)[] = [];

	constructor(
		readonly record: CreditRecord,
		public maxCredits: number,
	) {}

	get isReached(): boolean {
		return this.record.used >= this.maxCredits;
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
			this.startWaiting();
		}
	}

	/** Sends one attempt and counts its credits, or refuses it. A keyed request that was sent before is not refused. */
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

	/** Records a job or keyed request, so that its credits are counted once. */
	started(work: string): void {
		if (!this.isKnown(work)) this.record.byWork[work] = 0;
	}

	/** Every response about the same work states all its credits. */
	private add(request: ApiRequest, credits = 0): void {
		const { record } = this;
		const work = workKeyOf(request) ?? request.path.find((segment) => this.isKnown(segment));
		if (work === undefined && request.method === 'GET') return;
		const before = record.byWork[work ?? ''] ?? 0;
		const total = Math.max(before, credits);
		record.used += total - before;
		if (work !== undefined) record.byWork[work] = total;
		if (total > 0) record.highest = Math.max(record.highest ?? 1, total);
	}

	private isKnown(work = ''): boolean {
		return Object.hasOwn(this.record.byWork, work);
	}

	private get hasRoom(): boolean {
		const { used, highest = Infinity } = this.record;
		return this.running === 0 || this.isReached || used + this.running * highest < this.maxCredits;
	}

	private startWaiting(): void {
		while (this.waiting.length > 0 && this.hasRoom) {
			this.running++;
			this.waiting.shift()?.();
		}
	}
}
