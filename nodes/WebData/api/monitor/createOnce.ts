import { callApi, type CallResult, type Session } from '../http/call';
import { collect } from '../http/pagination';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';
import { listRequest, offsetReader } from './requests';
import { isSameMonitor } from './sameMonitor';

export type CreateOutcome = 'created' | 'alreadyExists';

type Lookup = { monitor?: JsonObject } | { failed: CallResult & { ok: false } };

async function findMonitor({ body = {} }: ApiRequest, session: Session): Promise<Lookup> {
	const listed = await collect(listRequest(Infinity), session, offsetReader(Infinity));
	if (!listed.ok) return { failed: listed };
	return { monitor: listed.items.find((stored) => isSameMonitor(stored, body)) };
}

const createResult = (
	data: JsonObject,
	outcomeOf: CreateOutcome,
	{ attempts, waits }: Pick<CallResult, 'attempts' | 'waits'>,
): CallResult => ({
	ok: true,
	answer: { success: true, data, outcome: outcomeOf },
	attempts,
	waits,
});

/**
 * Creates a monitor unless a monitor with the same name, targets, and webhook URL already exists. If the response is
 * lost, looks for the new monitor.
 */
export async function createOnce(request: ApiRequest, session: Session): Promise<CallResult> {
	const before = await findMonitor(request, session);
	if ('failed' in before) return before.failed;
	if (before.monitor !== undefined) {
		return createResult(before.monitor, 'alreadyExists', { attempts: 1, waits: [] });
	}
	const result = await callApi(request, session);
	if (result.ok) return { ...result, answer: { ...result.answer, outcome: 'created' } };
	if (result.possiblyExecuted !== true || result.stopReason === 'aborted') return result;
	const after = await findMonitor(request, session);
	return 'failed' in after || after.monitor === undefined
		? result
		: createResult(after.monitor, 'created', result);
}
