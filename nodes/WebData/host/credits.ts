import { type CreditRecord, ExecutionCreditGuard } from '../client/credits';
import { type Notice, noticesOf } from '../operation/operation';
import type { ExecutionRecord } from './executionRecord';

// Limits the credits that an execution uses. The count is stored in the context that all nodes of the execution share.
// n8n keeps this context across loops, Retry On Fail, and waits.

const CREDITS_KEY = 'webDataCredits';

/**
 * Returns a guard that counts the credits of the execution. n8n's *Retry* creates an execution with a new ID, so the
 * count starts again at 0.
 */
export function openCreditGuard({ executionId, flow }: ExecutionRecord): ExecutionCreditGuard {
	const stored = flow[CREDITS_KEY] as (CreditRecord & { executionId: string }) | undefined;
	if (stored?.executionId === executionId) return new ExecutionCreditGuard(stored);
	const before = Object.entries(stored?.byWork ?? {});
	const byWork = Object.fromEntries(before.map(([work, credits]) => [work, Math.abs(credits)]));
	const record = { executionId, used: 0, byWork };
	flow[CREDITS_KEY] = record;
	return new ExecutionCreditGuard(record);
}

export function creditNotices({
	maxCredits,
	isReached,
	openPrice,
	record,
}: ExecutionCreditGuard): Notice[] {
	if (maxCredits === Infinity) return [];
	const text = `This execution has used ${record.used} of ${maxCredits} credits`;
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
					advice: "To send more requests, increase 'Max Credits per Execution' on the Settings tab",
					warns: true,
				}
			: { kind: 'credits', text },
	);
}
