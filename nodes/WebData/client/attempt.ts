import { failureOfDefect, failureOfResponse, failureOfTransport } from '../errors/failure';
import { maskResponse, maskText } from '../errors/mask';
import type { Failure } from '../errors/row';
import { generalRows } from '../errors/rows/general';
import { scrapeRows } from '../errors/rows/scrape';
import { cutText } from '../errors/text';
import { dataOf, isObject, type JsonObject, nonEmptyText, parseBody } from '../json/json';
import type { TransportResult } from '../transport/http';
import type { ApiRequest } from './request';
import { isRateLimited } from './retry';

/** Result of one attempt to send a request. */
export type Attempt = { ok: true; answer: JsonObject } | { ok: false; failure: Failure };

export const failed = (failure: Failure): Attempt => ({ ok: false, failure });

/** Returns the answer or the failure of an attempt, with the API key masked. */
export function classify(
	result: TransportResult,
	request: Pick<ApiRequest, 'route' | 'body'>,
	nowMs: number,
	apiKey = '',
	url = '',
): Attempt {
	if (result.kind === 'failure') {
		return failed(failureOfTransport({ ...result, detail: maskText(result.detail, apiKey) }));
	}
	const { dataField, listField, isExpected, statusField, mayBeEmpty } = request.route;
	const response = { status: result.status, headers: result.headers, url };
	const body = parseBody(result.body, listField);
	const succeeded = result.status >= 200 && result.status < 300;
	if (!isObject(body)) {
		if (!succeeded) return failed(failureOfResponse(response, {}, request, nowMs, apiKey));
		return mayBeEmpty === true && body === 'empty'
			? { ok: true, answer: { success: true } }
			: failed(failureOfDefect(body, response, apiKey));
	}
	const hasStatus = statusField !== undefined && nonEmptyText(body[statusField]) !== undefined;
	if (!succeeded || (body.success === false && !hasStatus)) {
		return failed(failureOfResponse(response, body, request, nowMs, apiKey));
	}
	const answer = maskResponse(body, apiKey, result.body);
	const hasData = dataField === undefined || isObject(body[dataField]);
	if (hasData && isExpected?.(body) !== false) return { ok: true, answer };
	// The user may have paid for the content.
	return failed({ ...failureOfDefect('noData', response, apiKey), facts: { answer } });
}

/** What the outcome of an attempt says about the limits of the account. */
export type RateLimitSignal =
	/** The service accepted the request. `queuedMs` is the time that the request spent in the service's queue. */
	| { kind: 'ok'; queuedMs?: number }
	/** The attempt gives no information about limits, because the service did not respond or failed. */
	| { kind: 'none' }
	/**
	 * The service refused the request. `retryAfterMs` is the requested wait, above 0. `message` is the service's text.
	 */
	| { kind: 'limited'; limit: 'rate' | 'concurrency'; retryAfterMs?: number; message?: string };

const MAX_REFUSAL_LENGTH = 300;

export function rateLimitSignal(outcome: Attempt): RateLimitSignal {
	if (outcome.ok) {
		// The specification documents `concurrencyQueueDurationMs` in "Metadata".
		const { metadata } = dataOf(outcome.answer);
		const ms = isObject(metadata) ? metadata.concurrencyQueueDurationMs : undefined;
		return { kind: 'ok', queuedMs: typeof ms === 'number' && ms > 0 ? ms : undefined };
	}
	const { httpCode, errorId, message, serviceMessage, retryAfterMs } = outcome.failure;
	// The request waited in the service's queue until its timeout.
	if (errorId === scrapeRows.queueTimeout.id) return { kind: 'ok', queuedMs: Infinity };
	if (httpCode === undefined || httpCode >= 500) return { kind: 'none' };
	if (!isRateLimited(outcome.failure)) return { kind: 'ok' };
	return {
		kind: 'limited',
		limit: errorId === generalRows.concurrencyLimit.id ? 'concurrency' : 'rate',
		retryAfterMs: retryAfterMs || undefined,
		message: cutText(serviceMessage ?? message, MAX_REFUSAL_LENGTH),
	};
}
