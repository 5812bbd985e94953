import { failureOfRow } from '../errors/failure';
import { browserSessionRows } from '../errors/rows/browserSession';
import { atMostOnce } from '../http/atMostOnce';
import type { CallResult, Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import { sendAfterStop } from '../jobs/cancelJob';
import { failWith, validJobId } from '../jobs/job';
import { sendStart } from '../jobs/startOnce';
import { deleteRequest } from './requests';

async function create(
	request: ApiRequest,
	session: Session,
	deleteOnStop: boolean,
): Promise<CallResult> {
	const result = await sendStart(request, session, deleteOnStop);
	if (!result.ok || validJobId(result.answer.id) !== undefined) return result;
	// The session links give access to the browser, so errors must not contain the links.
	const {
		cdpUrl: _cdp,
		liveViewUrl: _view,
		interactiveLiveViewUrl: _control,
		...answer
	} = result.answer;
	return failWith(result, failureOfRow(browserSessionRows.noSessionId, { answer }));
}

/**
 * Creates a browser session at most once per item. If `deleteOnStop` is set, the session is deleted when the execution
 * is stopped, or when the node fails because of another item.
 */
export async function createOnce(
	request: ApiRequest,
	session: Session,
	deleteOnStop: boolean,
): Promise<CallResult> {
	const result = await atMostOnce(request, session, {
		unsettled: browserSessionRows.sessionUnsettled,
		hasKnownOutcome: ({ errorId }) => errorId === browserSessionRows.noSessionId.id,
		send: (toSend, limited) => create(toSend, limited, deleteOnStop),
	});
	const sessionId = result.ok ? validJobId(result.answer.id) : undefined;
	if (sessionId !== undefined) {
		const end = async (): Promise<boolean> => {
			const { ok } = await sendAfterStop(deleteRequest(sessionId), session);
			// A retry must not return the deleted session.
			session.replayStore.set({});
			return ok;
		};
		session.running?.set(sessionId, { name: 'browser session', ...(deleteOnStop && { end }) });
	}
	return result;
}
