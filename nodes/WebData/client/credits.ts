import { type Failure, failureOfRow } from '../errors/row';
import { creditRows } from '../errors/rows/limits';
import { scrapeRows } from '../errors/rows/scrape';
import { finiteNumber, isObject, type JsonObject } from '../json/json';
import type { Attempt } from './attempt';
import { type CreditGuard, ServiceError } from './client';
import { Gate } from './gate';
import type { ApiRequest, Price, Route } from './request';

/**
 * Credits that all nodes of one execution have used. n8n stores this object with the execution, so all values are JSON.
 */
export interface CreditRecord {
	used: number;
	/** Credits by job ID or `x-request-id`. Negative if they are a price, and the service has not reported them yet. */
	byWork: Record<string, number>;
}

export const priceOf = (request: ApiRequest): Price =>
	request.route.price?.(request) ?? { least: 0, most: Infinity };

/** Returns the credits in a response, or undefined if they are missing, -1 (unknown), or not a finite number. */
function reportedCredits({ credits }: Route, answer: JsonObject): number | undefined {
	const reported =
		credits &&
		finiteNumber(
			credits.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), answer),
		);
	return reported !== undefined && reported >= 0 ? reported : undefined;
}

/** Returns the reported credits, else the lowest price of the content, or undefined if the response does not show it. */
const statedCredits = (route: Route, answer: JsonObject): number | undefined =>
	reportedCredits(route, answer) ?? route.lowestPrice?.(answer);

/** Returns the credits that a response states, or the lowest possible price. */
export const creditsOf = (request: ApiRequest, answer: JsonObject): number =>
	Math.min(statedCredits(request.route, answer) ?? priceOf(request).least, Number.MAX_SAFE_INTEGER);

/** Whether a request may cost credits. Reads, cancel requests, and deletions are free. */
export const mayCost = ({ route }: ApiRequest): boolean =>
	route.method === 'POST' && route.idempotency !== 'read';

/** The response does not state these credits (specification, "Scrape options", `lockdown`). */
const LOCKDOWN_MISS_CREDITS = 1;

const workKeyOf = ({ route, headers }: ApiRequest): string | undefined =>
	route.idempotency === 'keyed' ? headers?.['x-request-id'] : undefined;

/** Rejects requests that may cost credits once the execution has used `maxCredits`. */
export class ExecutionCreditGuard implements CreditGuard {
	private readonly gate = new Gate(
		(most) => this.isReached || this.record.used + most <= this.maxCredits,
	);

	constructor(
		readonly record: CreditRecord,
		public maxCredits = Infinity,
	) {}

	/** The most expensive request that was sent although it can exceed the credits that were left. */
	openPrice?: Price & { left: number };

	/** The guard enforces the lowest limit of all items so far. */
	limitTo(maxCredits = Infinity): void {
		this.maxCredits = Math.min(this.maxCredits, maxCredits);
	}

	get isReached(): boolean {
		return this.record.used >= this.maxCredits;
	}

	/** An item with several files is sent as several requests, and each of these requests is reserved. */
	reserve<Result>(request: ApiRequest, work: () => Promise<Result>): Promise<Result> {
		const isSplit = (request.files?.length ?? 0) > 1;
		if (this.maxCredits === Infinity || isSplit || !mayCost(request)) return work();
		const price = priceOf(request);
		return this.gate.run(async () => {
			this.checkPrice(price);
			return await work();
		}, price.most);
	}

	/** @throws a `ServiceError` if the remaining credits do not cover the least credits of a request */
	private checkPrice(price: Price): void {
		if (this.isReached) return;
		const left = this.maxCredits - this.record.used;
		const { least, most } = price;
		if (least > left) {
			const facts = { creditsNeeded: least, ...this.facts };
			throw new ServiceError(failureOfRow(creditRows.maxCreditsTooLow, facts), { attempts: 0 });
		}
		const isOpen = most > Math.max(left, this.openPrice?.most ?? 0);
		if (isOpen && most < Infinity) this.openPrice = { ...price, left };
	}

	private get facts() {
		return { creditsUsed: this.record.used, maxCreditsPerExecution: this.maxCredits };
	}

	refusal(request: ApiRequest): Failure | undefined {
		if (!this.isReached || !mayCost(request) || this.isKnown(workKeyOf(request))) return undefined;
		return failureOfRow(creditRows.maxCreditsReached, this.facts);
	}

	count(request: ApiRequest, outcome: Attempt): void {
		if (outcome.ok) return this.add(request, outcome.answer);
		const { errorId, facts, possiblyExecuted } = outcome.failure;
		const { route } = request;
		// A job states its credits in its status.
		const mayState = mayCost(request) && route.idempotency !== 'unsafe';
		const answer = mayState && isObject(facts?.answer) ? facts.answer : {};
		const key = workKeyOf(request);
		if (errorId === scrapeRows.lockdownCacheMiss.id) this.record.used += LOCKDOWN_MISS_CREDITS;
		else if (reportedCredits(route, answer) !== undefined) this.add(request, answer);
		else if (key !== undefined && possiblyExecuted) this.started(key, request);
	}

	started(work: string, request: ApiRequest): void {
		if (this.isKnown(work)) return;
		const { least } = priceOf(request);
		this.record.byWork[work] = 0 - least;
		this.record.used += least;
	}

	/**
	 * Each response contains the total credits of its job or request, so only the increase since the last response
	 * counts. A response that states no credits, or the credits of a running job, does not replace a higher price.
	 */
	private add(request: ApiRequest, answer: JsonObject): void {
		const { record } = this;
		const { route, ids } = request;
		const work = workKeyOf(request) ?? ids?.find((id) => this.isKnown(id));
		if (work === undefined && route.method === 'GET') return;
		const before = record.byWork[work ?? ''] ?? 0;
		const stated = statedCredits(route, answer);
		const isFinal = stated !== undefined && route.isRunning?.(answer) !== true;
		if (this.isKnown(work) && !isFinal && (stated ?? 0) <= Math.abs(before)) return;
		const total = Math.max(before, creditsOf(request, answer));
		record.used += total - Math.abs(before);
		if (work !== undefined) record.byWork[work] = total;
	}

	private isKnown(work = ''): boolean {
		return Object.hasOwn(this.record.byWork, work);
	}
}
