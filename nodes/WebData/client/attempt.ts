import { type Attempt, classify, failureOfPath } from '../errors/classify';
import type { Failure } from '../errors/row';
import { gatewayRows } from '../errors/rows/response';
import { isNewJob, readClock } from './account';
import type { Client } from './client';
import { type ApiRequest, headTimeoutOf, requestBody, requestHeaders, requestUrl } from './request';

/** Maximum time between two chunks of a response. */
const STALL_MS = 60_000;

/** Maximum time for which the node, after a stop, waits for the answer to a request that must not be repeated. */
const LATE_ANSWER_MS = 10_000;

/**
 * Calls `send` with the signal that aborts the request. A request that must not be repeated is not aborted at once,
 * because a retry needs its answer. If a user stops the execution, the node waits only for an answer that it needs to
 * cancel what the request has started.
 */
async function withAnswerSignal<Sent>(
	{ idempotency, cancelOnStop }: ApiRequest,
	{ runtime, stop }: Client,
	send: (signal?: AbortSignal) => Promise<Sent>,
): Promise<Sent> {
	if (idempotency !== 'unsafe' || stop.signal === undefined) return await send(stop.signal);
	const [late, ended] = [new AbortController(), new AbortController()];
	const unsubscribe = runtime.onAbort(stop.signal, () => {
		if (stop.isByUser() && cancelOnStop !== true) late.abort();
		else void runtime.sleep(LATE_ANSWER_MS, ended.signal).then(() => late.abort());
	});
	try {
		return await send(late.signal);
	} finally {
		unsubscribe();
		ended.abort('ended');
	}
}

/** Sends a request once. Attempts are counted from 1. */
export async function sendOnce(
	request: ApiRequest,
	client: Client,
	attempt: number,
): Promise<Attempt> {
	const failure = failureOfPath(request.path);
	if (failure !== undefined) return { ok: false, failure };
	const { account, runtime, settings, transport } = client;
	const url = requestUrl(account, request);
	const result = await withAnswerSignal(request, client, (signal) =>
		transport.send({
			method: request.method,
			url,
			headers: requestHeaders(account, request),
			body: requestBody(request),
			headTimeoutMs: headTimeoutOf(request, attempt),
			stallTimeoutMs: STALL_MS,
			maxResponseBytes: settings.maxResponseBytes,
			signal,
		}),
	);
	const now = runtime.now();
	if (result.kind === 'response') readClock(client.service, result.headers, now);
	return classify(result, request, now, account.apiKey, url);
}

/** Whether the service may not find a job yet because the job has just been started. */
export const isNotFoundYet = (
	{ method, path }: ApiRequest,
	{ httpCode, errorId }: Pick<Failure, 'httpCode' | 'errorId'>,
	client: Client,
): boolean =>
	method === 'GET' &&
	httpCode === 404 &&
	errorId !== gatewayRows.gatewayNotFound.id &&
	path.some((segment) => isNewJob(segment, client, client.runtime.now()));
