import { isObject, type JsonObject } from '../json/json';
import { type Failure, failureOfRow } from './row';
import { rateLimitRows } from './rows/limits';
import { cutText, MAX_TEXT_LENGTH } from './text';

/** One week, well below the 24 days after which timers overflow. */
export const MAX_WAIT_MS = 7 * 24 * 3_600_000;

/** Limits a wait to `MAX_WAIT_MS`. Negative values and NaN become 0. */
const boundedWaitMs = (ms: number): number => (ms > 0 ? Math.min(ms, MAX_WAIT_MS) : 0);

const SECONDS_IN_TEXT = /retry after (\d{1,20}(?:\.\d{1,20})?) ?s/i;

const SECONDS = /^\d+(?:\.\d+)?$/;

/**
 * Every HTTP date begins with a weekday. Without this check, `Date.parse` would accept most strings that contain a
 * number.
 */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)/i;

const MAX_RETRY_AFTER_LENGTH = 100;

const validSeconds = (value: unknown): number | undefined =>
	Number.isFinite(value) && Number(value) >= 0 ? Number(value) : undefined;

const headerMs = (header: string, nowMs: number): number | undefined => {
	const value = header.slice(0, MAX_RETRY_AFTER_LENGTH).trim();
	if (SECONDS.test(value)) return Number(value) * 1000;
	const at = HTTP_DATE.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(at) ? undefined : at - nowMs;
};

const secondsInText = (error: unknown): number | undefined => {
	if (typeof error !== 'string') return undefined;
	const seconds = SECONDS_IN_TEXT.exec(cutText(error, MAX_TEXT_LENGTH))?.[1];
	return seconds === undefined ? undefined : Number(seconds);
};

const bodySeconds = (body: JsonObject): number | undefined => {
	const details = isObject(body.details) ? body.details : {};
	return (
		validSeconds(body.retry_after_seconds) ??
		validSeconds(details.retryAfterSeconds) ??
		secondsInText(body.error)
	);
};

/**
 * Returns the wait in milliseconds that the response requests, at most one week (specification, "Retry rules", rule 3).
 * Returns undefined if the response does not request a wait. Sources, in order of precedence:
 * - the `Retry-After` header, in seconds or as an HTTP date. A date is compared with the `Date` header, because the
 *   clocks of n8n and the service may differ
 * - `retry_after_seconds` or `details.retryAfterSeconds` in the body
 * - "retry after Ns" in the error text
 */
export function retryAfterMs(
	headers: Record<string, string>,
	body: JsonObject,
	nowMs: number,
): number | undefined {
	const header = headers['retry-after'];
	const sentAt = Date.parse(headers.date ?? '');
	const fromHeader =
		header === undefined ? undefined : headerMs(header, Number.isNaN(sentAt) ? nowMs : sentAt);
	if (fromHeader !== undefined) return boundedWaitMs(fromHeader);
	const seconds = bodySeconds(body);
	return seconds === undefined ? undefined : boundedWaitMs(seconds * 1000);
}

const formatUtc = (time: Date): string =>
	`${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const withMessage = (cause: string, message: string): string =>
	message === '' ? cause : `${cause.replace(/\.$/, '')} (${message.replace(/\.$/, '')}).`;

/** Returns the failure of a request that was not sent because of a rate limit pause. */
export function failureOfPause(
	{ retryAfterMs, message = '' }: { retryAfterMs?: number; message?: string },
	nowMs: number,
): Failure {
	const failure = failureOfRow(rateLimitRows.rateLimitPaused);
	const cause = withMessage(failure.cause, cutText(message, MAX_TEXT_LENGTH).trim());
	if (retryAfterMs === undefined) return { ...failure, cause };
	const boundedMs = boundedWaitMs(retryAfterMs);
	const until = new Date(nowMs + boundedMs);
	return {
		...failure,
		cause: `${cause} The pause ends at ${formatUtc(until)}.`,
		retryAfterMs: boundedMs,
		facts: { pausedUntil: until.toISOString() },
	};
}
