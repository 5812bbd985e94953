// Limits the credits of the node in one execution. The count is in the node's context, which n8n keeps across loops,
// Retry On Fail and waits.

import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { CreditGuard, type CreditRecord } from '../api/credits/creditGuard';
import { isObject, type JsonObject } from '../api/http/response';

type CreditSource = Pick<IExecuteFunctions, 'getContext' | 'getExecutionId'>;

type StoredRecord = CreditRecord & { executionId: string };

const STORAGE_KEY = 'webDataCredits';

/** *Retry* of an execution has another ID. It starts at 0, but does not count what the first one paid for. */
function recordOf(source: CreditSource): CreditRecord {
	const context: JsonObject = source.getContext('node');
	const executionId = source.getExecutionId();
	const stored = isObject(context[STORAGE_KEY])
		? (context[STORAGE_KEY] as unknown as StoredRecord)
		: undefined;
	if (stored?.executionId === executionId) return stored;
	const record: StoredRecord = { executionId, used: 0, byWork: stored?.byWork ?? {} };
	context[STORAGE_KEY] = record;
	return record;
}

function hintOf({ used, maxCredits, isReached }: CreditGuard['usage']): NodeExecutionHint {
	const text = `This node has used ${used} of ${maxCredits} credits in this execution.`;
	const advice =
		"No more requests that cost credits are sent. Increase 'Max Credits per Execution' in the Settings tab to send them.";
	return {
		message: isReached ? `${text} ${advice}` : text,
		type: isReached ? 'warning' : 'info',
		location: 'outputPane',
	};
}

export interface Credits {
	/** The guard of all items with a limit. */
	limitTo(maxCredits: number): CreditGuard;
	hints(): NodeExecutionHint[];
}

/** The credits of one run of the node. Nothing is counted without a limit. */
export function openCredits(source: CreditSource): Credits {
	let guard: CreditGuard | undefined;
	return {
		limitTo(maxCredits) {
			guard ??= new CreditGuard(recordOf(source));
			guard.limitTo(maxCredits);
			return guard;
		},
		hints: () => (guard === undefined ? [] : [hintOf(guard.usage)]),
	};
}
