import fc from 'fast-check';
import { normalizeBaseUrl } from '../../../nodes/WebData/client/account';
import { type Idempotency, retryDecision } from '../../../nodes/WebData/client/retry';
import { retryAfterMs } from '../../../nodes/WebData/errors/retryAfter';
import type { RetryAdvice } from '../../../nodes/WebData/errors/row';
import { httpUrl } from '../../../nodes/WebData/form/values';
import { type JsonObject, pathIdIn } from '../../../nodes/WebData/json/json';
import { anyValue, runs } from './values';

const check = <Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>): void =>
	fc.assert(property, runs(300) as fc.Parameters<Values>);

const milliseconds = fc.double({ min: 0, max: 1e12, noNaN: true });

const attempted: fc.Arbitrary<Parameters<typeof retryDecision>[0]> = fc.record({
	attempt: fc.integer({ min: 1, max: 5000 }),
	maxTries: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(Infinity)),
	failure: fc.record({
		retry: fc.constantFrom<RetryAdvice>(
			...(['never', 'backoff', 'sameKey', 'sometimes', 'ifFree', 'ifOwnRequest'] as const),
		),
		possiblyExecuted: fc.boolean(),
		retryAfterMs: fc.option(milliseconds, { nil: undefined }),
		errorId: fc.constantFrom('serviceUnavailable', 'dns', 'closed'),
	}),
	idempotency: fc.constantFrom<Idempotency>('read', 'repeatable', 'keyed', 'unsafe'),
	ownRequest: fc.option(fc.boolean(), { nil: undefined }),
	waitLeftMs: milliseconds,
	random: fc.constant(0),
});

it('retryDecision never repeats unsafe or permanent failures, or more than Max Tries', () => {
	check(
		fc.property(attempted, (given) => {
			const { attempt, maxTries, failure, idempotency } = given;
			const mustStop =
				(idempotency === 'unsafe' && failure.possiblyExecuted) ||
				(idempotency === 'repeatable' && failure.retry === 'ifFree') ||
				['never', 'sometimes'].includes(failure.retry) ||
				attempt >= maxTries;
			if (mustStop) expect(retryDecision(given).retry).toBe(false);
			expect(retryDecision({ ...given, waitLeftMs: -1 }).retry).toBe(false);
		}),
	);
});

const WEEK_MS = 7 * 24 * 3_600_000;

it('retryAfterMs is between 0 and one week for any response', () => {
	const header = fc.oneof(
		...[fc.nat().map(String), fc.double().map(String), fc.string()],
		fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
		fc.constantFrom('', ' ', '-1', '1e9', '9'.repeat(400), 'Mon', 'Fri, 99 Foo', '3, 4', '0x10'),
	);
	check(
		fc.property(header, anyValue, fc.nat(), (text, hint, nowMs) => {
			const bodies: JsonObject[] = [
				{ retry_after_seconds: hint },
				{ details: { retryAfterSeconds: hint } },
				{ error: `please retry after ${text}s` },
			];
			for (const body of bodies) {
				const delayMs = retryAfterMs({ 'retry-after': text }, body, nowMs) ?? 0;
				expect(delayMs).toBeGreaterThanOrEqual(0);
				expect(delayMs).toBeLessThanOrEqual(WEEK_MS);
			}
		}),
	);
});

it('pathIdIn returns one path segment or undefined', () => {
	const around = fc.constantFrom('', ' ', '\n', '"', '/v2/agent/x/snapshots/');
	const id = fc.oneof(fc.uuid(), fc.string(), fc.stringMatching(/^[A-Za-z0-9._~/-]{0,20}$/));
	const folder = '/v2/agent/x/snapshots/';
	check(
		fc.property(around, id, around, (...parts) => {
			const id = pathIdIn(parts.join(''), 'snapshots');
			if (id === undefined) return;
			const { pathname } = new URL(`https://api.example.com${folder}${encodeURIComponent(id)}`);
			expect(pathname.startsWith(folder)).toBe(true);
			expect(decodeURIComponent(pathname.slice(folder.length))).toBe(id);
		}),
	);
});

it('a URL with an umlaut stays valid in 20,000 calls', () => {
	// In Node.js 20 and 22, `URL.canParse` can return false for a valid URL whose host contains an umlaut. The cause is a
	// bug in Node.js that appears only after V8 has optimized the call.
	const address = 'https://müller.example';
	const refused = Array.from({ length: 20_000 }, () => address).filter(
		(url) => !httpUrl.safeParse(url).success || !normalizeBaseUrl(url).ok,
	);
	expect(refused).toEqual([]);
});
