import { monitorRows } from '../errors/rows/monitor';
import { callApi, type CallResult, type Session } from '../http/call';
import type { ApiRequest } from '../http/request';

/** Deletes a monitor. If a retry does not find the monitor, the deletion counts as successful. */
export async function deleteMonitor(request: ApiRequest, session: Session): Promise<CallResult> {
	const result = await callApi(request, session);
	if (result.ok || result.possiblyExecuted !== true) return result;
	if (result.failure.errorId !== monitorRows.monitorNotFound.id) return result;
	const { attempts, waits } = result;
	return { ok: true, answer: { success: true }, attempts, waits };
}
