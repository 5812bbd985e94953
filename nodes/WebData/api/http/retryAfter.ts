// How long the service asks a client to wait, wherever in the answer it says so.

import { isObject, type JsonObject } from './response';

const retryAfterText = /retry after (\d+(?:\.\d+)?) ?s/i;

/** All forms of an HTTP date begin with the day of the week. */
const httpDate = /^\s*(mon|tue|wed|thu|fri|sat|sun)/i;

const validSeconds = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

const headerMilliseconds = (header: string, nowMs: number): number | undefined => {
	if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
	// Date.parse takes almost any text with a number in it for a date.
	const at = httpDate.test(header) ? Date.parse(header) : NaN;
	return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
};

const bodySeconds = (body: JsonObject): number | undefined => {
	const details = isObject(body.details) ? body.details : {};
	const said = typeof body.error === 'string' ? retryAfterText.exec(body.error)?.[1] : undefined;
	return (
		validSeconds(body.retry_after_seconds) ??
		validSeconds(details.retryAfterSeconds) ??
		(said === undefined ? undefined : Number(said))
	);
};

/**
 * Milliseconds that the answer asks to wait: the `Retry-After` header (seconds or an HTTP date), else
 * the body's `retry_after_seconds` or `details.retryAfterSeconds`, else "retry after Ns" in its text.
 * `undefined` where it asks for nothing. Specification: Retry rules 3.
 */
export function retryAfterMs(
	headers: Record<string, string>,
	body: JsonObject,
	nowMs: number,
): number | undefined {
	const header = headers['retry-after'];
	const fromHeader = header === undefined ? undefined : headerMilliseconds(header, nowMs);
	if (fromHeader !== undefined) return fromHeader;
	const seconds = bodySeconds(body);
	return seconds === undefined ? undefined : seconds * 1000;
}
