import { browserSessionRows } from '../errors/rows/browserSession';
import { atMostOnce } from '../http/atMostOnce';
import type { CallResult, Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import { sendAfterStop } from '../jobs/cancelJob';
import { validJobId } from '../jobs/job';
import { sendStart } from '../jobs/startOnce';
import { deleteRequest } from './requests';

/**
 * Creates a session at most once per item. Its list has no names, so a session whose response was lost cannot be told
 * from those of others, and is reported as unknown. With `deleteOnStop`, the session is deleted if the execution is
 * stopped before the node has ended.
 */
export async function createOnce(
	request: ApiRequest,
	session: Session,
	deleteOnStop: boolean,
): Promise<CallResult> {
	const result = await atMostOnce(request, session, {
		unsettled: browserSessionRows.sessionUnsettled,
		send: (toSend, limited) => sendStart(toSend, limited, deleteOnStop),
	});
	const sessionId = result.ok ? validJobId(result.answer.id) : undefined;
	if (sessionId !== undefined && deleteOnStop) {
		session.afterStop?.(() => sendAfterStop(deleteRequest(sessionId), session));
	}
	return result;
}
