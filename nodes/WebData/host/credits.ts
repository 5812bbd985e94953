// Limits the credits that the node uses in one execution. The count is stored in the node's context, which n8n keeps
// across loops, Retry On Fail and waits.

import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { CreditGuard, type CreditRecord } from '../api/credits/creditGuard';

type CreditSource = Pick<IExecuteFunctions, 'getContext' | 'getExecutionId'>;

const CREDITS_KEY = 'webDataCredits';

/**
 * *Retry* creates an execution with a new ID, so its count starts at 0. Work that the first execution paid for is not
 * counted again.
 */
function recordOf(source: CreditSource): CreditRecord {
	const context = source.getContext('node');
	const executionId = source.getExecutionId();
	const stored = context[CREDITS_KEY] as (CreditRecord & { executionId: string }) | undefined;
	if (stored?.executionId === executionId) return stored;
	const record = { executionId, used: 0, byWork: stored?.byWork ?? {} };
	context[CREDITS_KEY] = record;
	return record;
}

const ADVICE =
	"No more requests that cost credits are sent. Increase 'Max Credits per Execution' in the Settings tab to send them.";

/** Counts the credits of one node run, starting with the first item that sets a limit. */
export class Credits {
	private guard?: CreditGuard;

	constructor(private readonly source: CreditSource) {}

	/** Returns the guard that all items share. It enforces the lowest limit of any item. */
	limitTo(maxCredits?: number): CreditGuard | undefined {
		if (maxCredits === undefined) return this.guard;
		this.guard ??= new CreditGuard(recordOf(this.source), maxCredits);
		this.guard.maxCredits = Math.min(this.guard.maxCredits, maxCredits);
		return this.guard;
	}

	hints(): NodeExecutionHint[] {
		if (this.guard === undefined) return [];
		const { record, maxCredits, isReached } = this.guard;
		const text = `This node has used ${record.used} of ${maxCredits} credits in this execution.`;
		return [
			{
				message: isReached ? `${text} ${ADVICE}` : text,
				type: isReached ? 'warning' : 'info',
				location: 'outputPane',
			},
		];
	}
}
