import { ExecutionCreditGuard, type CreditRecord } from '../client/credits';
import { type Notice, noticesOf } from '../operation/operation';
import type { ExecutionRecord } from './executionRecord';

// Limits the credits that an execution uses. The count is stored in the context that all nodes of the execution share.
// n8n keeps this context across loops, Retry On Fail, and waits.

const CREDITS_KEY = 'webDataCredits';

/**
 * Returns the credit record of the execution. n8n's *Retry* creates an execution with a new ID, so the count starts
 * again at 0.
 */
function recordOf({ executionId, flow }: ExecutionRecord): CreditRecord {
	const stored = flow[CREDITS_KEY] as (CreditRecord & { executionId: string }) | undefined;
	if (stored?.executionId === executionId) return stored;
	const before = Object.entries(stored?.byWork ?? {});
	const byWork = Object.fromEntries(before.map(([work, credits]) => [work, Math.abs(credits)]));
	const record = { executionId, used: 0, byWork };
	flow[CREDITS_KEY] = record;
	return record;
}

/** Counts the credits of one node run, even if the node has no credit limit. */
export class Credits {
	private readonly guard: ExecutionCreditGuard;
	private readonly usedBefore: number;

	constructor(execution: ExecutionRecord) {
		this.guard = new ExecutionCreditGuard(recordOf(execution));
		this.usedBefore = this.total;
	}

	/** Credits that all nodes of the execution have used. */
	get total(): number {
		return this.guard.record.used;
	}

	/** Credits that this run of the node has used. */
	get used(): number {
		return this.total - this.usedBefore;
	}

	/** All items share the returned guard. The guard enforces the lowest credit limit of the items until now. */
	limitTo(maxCredits = Infinity): ExecutionCreditGuard {
		this.guard.maxCredits = Math.min(this.guard.maxCredits, maxCredits);
		return this.guard;
	}

	notices(): Notice[] {
		const { maxCredits, isReached, openPrice } = this.guard;
		if (maxCredits === Infinity) return [];
		const text = `This execution has used ${this.total} of ${maxCredits} credits`;
		return noticesOf(
			openPrice && {
				kind: 'openPrice',
				text: `A request can cost up to ${openPrice.most} credits, but only ${openPrice.left} credits of the limit were left when it was sent`,
				advice: `To lower the maximum cost, reduce '${openPrice.field}'`,
				warns: true,
			},
			isReached
				? {
						kind: 'credits',
						text: `${text}. The node sends no further requests that cost credits`,
						advice:
							"To send more requests, increase 'Max Credits per Execution' on the Settings tab",
						warns: true,
					}
				: { kind: 'credits', text },
		);
	}
}
