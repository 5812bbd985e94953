import { isObject, type JsonObject } from '../json/json';
import { cutText, MAX_TEXT_LENGTH } from './text';

/** One week, well below the 24 days after which timers overflow. */
const MAX_WAIT_MS = 7 * 24 * 3_600_000;

/** Limits a wait to `MAX_WAIT_MS`. Negative values and NaN become 0. */
export const boundedWaitMs = (ms: number): number => (ms > 0 ? Math.min(ms, MAX_WAIT_MS) : 0);

const MAX_RETRY_AFTER_LENGTH = 100;

const validSeconds = (value: unknown): number | undefined =>
	Number.isFinite(value) && Number(value) >= 0 ? Number(value) : undefined;

const headerMs = (header: string, nowMs: number): number | undefined => {
	const value = header.slice(0, MAX_RETRY_AFTER_LENGTH).trim();
	if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
	// Without the weekday of an HTTP date, `Date.parse` would accept most strings that contain a number.
	const hasWeekday = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(value);
	const at = hasWeekday ? Date.parse(value) : NaN;
	return Number.isNaN(at) ? undefined : at - nowMs;
};

function bodySeconds({ retry_after_seconds, details, error }: JsonObject): number | undefined {
	const inDetails = isObject(details) ? details.retryAfterSeconds : undefined;
	const seconds = validSeconds(retry_after_seconds) ?? validSeconds(inDetails);
	if (seconds !== undefined || typeof error !== 'string') return seconds;
	const text = cutText(error, MAX_TEXT_LENGTH);
	const inText = /retry after (\d{1,20}(?:\.\d{1,20})?) ?s/i.exec(text)?.[1];
	return inText === undefined ? undefined : Number(inText);
}

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
