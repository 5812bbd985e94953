import { callApi, type CallResult, type Session } from '../http/call';
import { collect } from '../http/pagination';
import type { ApiRequest } from '../http/request';
import type { JsonObject } from '../http/response';
import { listRequest, offsetReader } from './requests';
import { monitorDifferences } from './differences';
import { isSameMonitor } from './sameMonitor';

interface ExistingMonitor {
	monitor: JsonObject;
	differences: string[];
}

type Lookup = { existing?: ExistingMonitor } | { failed: CallResult & { ok: false } };

async function findMonitor({ body = {} }: ApiRequest, session: Session): Promise<Lookup> {
	const listed = await collect(listRequest(Infinity), session, offsetReader(Infinity));
	if (!listed.ok) return { failed: listed };
	const same = listed.items
		.filter((stored) => isSameMonitor(stored, body))
		.map((monitor) => ({ monitor, differences: monitorDifferences(monitor, body) }));
	return { existing: same.find(({ differences }) => differences.length === 0) ?? same[0] };
}

/**
 * Creates a monitor unless a monitor with the same name, webhook URL, and URLs or queries already exists. If the response
 * is lost, looks for the new monitor.
 */
export async function createOnce(request: ApiRequest, session: Session): Promise<CallResult> {
	const before = await findMonitor(request, session);
	if ('failed' in before) return before.failed;
	if (before.existing !== undefined) {
		const { monitor: data, differences } = before.existing;
		const outcome =
			differences.length === 0
				? { outcome: 'alreadyExists' }
				: { outcome: 'existsWithDifferences', differences };
		return { ok: true, answer: { success: true, data, ...outcome }, attempts: 1, waits: [] };
	}
	const result = await callApi(request, session);
	if (result.ok) return { ...result, answer: { ...result.answer, outcome: 'created' } };
	if (result.possiblyExecuted !== true || result.stopReason === 'aborted') return result;
	const after = await findMonitor(request, session);
	if ('failed' in after || after.existing === undefined) return result;
	const answer = { success: true, data: after.existing.monitor, outcome: 'created' };
	return { ok: true, answer, attempts: result.attempts, waits: result.waits };
}
