import { failureOfResponse } from '../errors/classify';
import { browserSessionRows, browserSessionServiceRows } from '../errors/rows/browserSession';
import { atMostOnce } from '../http/atMostOnce';
import { callApi, type CallResult, type Session } from '../http/call';
import type { ApiRequest } from '../http/request';
import { nonEmptyText, type JsonObject } from '../http/response';
import { sessionCodeEndpoint } from './requests';

/** The service returns a success status even if the executed code fails. */
const hasFailed = ({ exitCode, error, killed }: JsonObject): boolean =>
	(typeof exitCode === 'number' && exitCode !== 0) ||
	nonEmptyText(error) !== undefined ||
	killed === true;

async function runCode(request: ApiRequest, session: Session): Promise<CallResult> {
	const result = await callApi(request, session);
	if (!result.ok || !hasFailed(result.answer)) return result;
	const { answer, attempts, waits } = result;
	const response = { status: 200, headers: {} };
	const { account, runtime } = session;
	const failure = failureOfResponse(
		response,
		answer,
		sessionCodeEndpoint,
		runtime.now(),
		account.apiKey,
	);
	return { ok: false, failure, stopReason: 'notRetryable', attempts, waits };
}

/** Runs code in a browser session at most once per item. Returns a failure if the code fails. */
export const executeOnce = (request: ApiRequest, session: Session): Promise<CallResult> =>
	atMostOnce(request, session, {
		unsettled: browserSessionRows.codeUnsettled,
		hasKnownOutcome: ({ errorId }) => errorId === browserSessionServiceRows.sessionCodeFailed.id,
		send: runCode,
	});
