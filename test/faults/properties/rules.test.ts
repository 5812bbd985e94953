import fc from 'fast-check';
import { isObject, type JsonObject } from '../../../nodes/WebData/api/http/response';
import { classifyResponse } from '../../../nodes/WebData/api/errors/classify';
import type { RetryAdvice } from '../../../nodes/WebData/api/errors/errorRow';
import type { Failure } from '../../../nodes/WebData/api/errors/failure';
import type { Endpoint } from '../../../nodes/WebData/api/errors/errorRow';
import { pollDelayMs } from '../../../nodes/WebData/api/jobs/pollDelay';
import {
	retryDecision,
	type FailedAttempt,
	type Idempotency,
} from '../../../nodes/WebData/api/http/retry';
import { retryAfterMs } from '../../../nodes/WebData/api/http/retryAfter';
import { pathIdIn } from '../../../nodes/WebData/api/schema/pathId';
import { uuidIn } from '../../../nodes/WebData/api/schema/uuid';
import { properties } from '../../../nodes/WebData/operations';
import { readForm } from '../../../nodes/WebData/operations/form/readForm';
import { deepMerge } from '../../../nodes/WebData/operations/form/deepMerge';
import { propertySettings } from './settings';
import { anyValue, valueFor } from './values';

const check = <Values extends [unknown, ...unknown[]]>(
	property: fc.IProperty<Values>,
	runs = 2000,
): void => fc.assert(property, propertySettings(runs) as fc.Parameters<Values>);

const json = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 3 }), {
	noNullPrototype: true,
}) as fc.Arbitrary<JsonObject>;

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const milliseconds = fc.double({ min: 0, max: 1e12, noNaN: true });

describe('deepMerge', () => {
	it('contains every addition and does not change its arguments', () => {
		check(
			fc.property(json, json, (base, additions) => {
				const before = JSON.stringify([base, additions]);
				const merged = deepMerge(base, additions);
				expect(JSON.stringify([base, additions])).toBe(before);
				expect(Object.keys(merged).sort()).toEqual(
					[...new Set([...Object.keys(base), ...Object.keys(additions)])].sort(),
				);
				expect(deepMerge(merged, additions)).toEqual(merged);
				expect(deepMerge(base, {})).toEqual(base);
				expect(deepMerge({}, additions)).toEqual(additions);
			}),
		);
	});

	it('treats __proto__ like any other key', () => {
		const additions = JSON.parse('{"__proto__":{"polluted":true}}') as JsonObject;
		expect(JSON.stringify(deepMerge({}, additions))).toBe('{"__proto__":{"polluted":true}}');
		expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
	});
});

describe('readForm', () => {
	const form = fc.record(
		Object.fromEntries(properties.map((field) => [field.name, valueFor(field, 2)])),
		{ requiredKeys: [] },
	) as fc.Arbitrary<JsonObject>;

	it('never throws, names a label in every issue, and returns the same result for the same form', () => {
		check(
			fc.property(form, (raw) => {
				const { values, issues } = readForm(properties, raw);
				for (const { label, message } of issues) {
					expect(label).toMatch(/\S/);
					expect(message).toMatch(
						/^(is not valid JSON at line \d+, column \d+|must be a JSON object)$/,
					);
				}
				expect(readForm(properties, raw).values).toEqual(values);
			}),
			800,
		);
	});

	it('omits empty values', () => {
		check(
			fc.property(fc.constantFrom('', null, undefined, [], {}), (empty) => {
				const raw = Object.fromEntries(properties.map(({ name }) => [name, empty]));
				expect(readForm(properties, raw)).toMatchObject({ values: {}, issues: [] });
			}),
			20,
		);
	});
});

describe('retryDecision', () => {
	const retry = fc.constantFrom<RetryAdvice>(
		'never',
		'backoff',
		'sameKey',
		'sometimes',
		'ifFree',
		'ifOwnRequest',
	);
	const attempted: fc.Arbitrary<FailedAttempt> = fc.record({
		attempt: fc.integer({ min: 1, max: 5000 }),
		maxTries: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(Infinity)),
		failure: fc.record({
			retry,
			possiblyExecuted: fc.boolean(),
			retryAfterMs: fc.option(fc.oneof(milliseconds, fc.constantFrom(0, Infinity)), {
				nil: undefined,
			}),
			errorId: fc.constantFrom('serviceUnavailable', 'dns', 'closed'),
		}),
		idempotency: fc.constantFrom<Idempotency>('read', 'repeatable', 'keyed', 'unsafe'),
		ownRequest: fc.option(fc.boolean(), { nil: undefined }),
		waitLeftMs: milliseconds,
		random,
	});

	it('waits at least the requested time, at most the remaining time plus jitter, and always a finite time', () => {
		check(
			fc.property(attempted, (given) => {
				const decision = retryDecision(given);
				if (!decision.retry) return void expect(decision.reason).toMatch(/\S/);
				const { failure, attempt, waitLeftMs } = given;
				const backoffMs = Math.min(2 ** attempt, 30) * 1000;
				const askedMs = failure.retryAfterMs ?? 0;
				const leastMs = Math.max(askedMs, backoffMs);
				expect(decision.countedMs).toBe(leastMs);
				expect(leastMs).toBeLessThanOrEqual(waitLeftMs);
				expect(decision.delayMs).toBeGreaterThanOrEqual(Math.round(leastMs));
				expect(decision.delayMs).toBeLessThanOrEqual(leastMs + 1001);
			}),
			5000,
		);
	});

	it('never repeats unsafe or permanent failures, or more than Max Tries', () => {
		check(
			fc.property(attempted, (given) => {
				const { attempt, maxTries, failure, idempotency } = given;
				const mustStop =
					(idempotency === 'unsafe' && failure.possiblyExecuted) ||
					(idempotency === 'repeatable' && failure.retry === 'ifFree') ||
					failure.retry === 'never' ||
					failure.retry === 'sometimes' ||
					attempt >= maxTries;
				if (mustStop) expect(retryDecision(given).retry).toBe(false);
				expect(retryDecision({ ...given, waitLeftMs: -1 }).retry).toBe(false);
			}),
			5000,
		);
	});

	it('increases the back-off up to its limit', () => {
		check(
			fc.property(fc.integer({ min: 1, max: 2000 }), random, (attempt, jitter) => {
				const delayOf = (count: number): number => {
					const failure = {
						errorId: 'serviceUnavailable',
						retry: 'backoff',
						possiblyExecuted: false,
					} as const;
					const rest = { maxTries: Infinity, waitLeftMs: Infinity, random: jitter };
					const decision = retryDecision({
						attempt: count,
						failure,
						idempotency: 'repeatable',
						...rest,
					});
					return decision.retry ? decision.delayMs : NaN;
				};
				expect(delayOf(attempt + 1)).toBeGreaterThanOrEqual(delayOf(attempt));
				expect(delayOf(attempt)).toBeLessThanOrEqual(31_000);
			}),
		);
	});
});

const WEEK_MS = 7 * 24 * 3_600_000;

describe('retryAfterMs', () => {
	const header = fc.oneof(
		fc.nat().map(String),
		fc.double().map(String),
		fc.string(),
		fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
		fc.constantFrom('', ' ', '-1', '1e9', '9'.repeat(400), 'Mon', 'Fri, 99 Foo', '3, 4', '0x10'),
	);

	it('is between 0 and one week for any response', () => {
		check(
			fc.property(header, json, anyValue, fc.nat(), (text, body, hint, nowMs) => {
				const bodies: JsonObject[] = [
					body,
					{ retry_after_seconds: hint },
					{ details: { retryAfterSeconds: hint } },
					{ error: `please retry after ${text}s` },
				];
				for (const responseBody of bodies) {
					for (const headers of [{}, { 'retry-after': text }] as Record<string, string>[]) {
						const delayMs = retryAfterMs(headers, responseBody, nowMs) ?? 0;
						expect(delayMs).toBeGreaterThanOrEqual(0);
						expect(delayMs).toBeLessThanOrEqual(WEEK_MS);
					}
				}
			}),
		);
	});

	it('is the seconds of the header, or the time until its date', () => {
		check(
			fc.property(fc.nat(), fc.nat(1_000_000), (seconds, ahead) => {
				const nowMs = seconds * 1000;
				const date = new Date(nowMs + ahead * 1000).toUTCString();
				expect(retryAfterMs({ 'retry-after': String(seconds) }, {}, 0)).toBe(
					Math.min(nowMs, WEEK_MS),
				);
				expect(retryAfterMs({ 'retry-after': date }, {}, nowMs)).toBe(
					Math.min(ahead * 1000, WEEK_MS),
				);
			}),
		);
	});
});

describe('pollDelayMs', () => {
	const moment = fc.record({
		elapsedMs: milliseconds,
		intervalMs: fc.double({ min: 1000, max: 300_000, noNaN: true }),
		remainingMs: fc.double({ min: 1, max: 86_400_000, noNaN: true }),
		random,
	});

	it('is between 0.9 seconds and the interval, and never longer than the remaining time', () => {
		check(
			fc.property(moment, (times) => {
				const delayMs = pollDelayMs(times);
				expect(Number.isInteger(delayMs)).toBe(true);
				expect(delayMs).toBeGreaterThanOrEqual(Math.floor(Math.min(900, times.remainingMs)));
				expect(delayMs).toBeLessThanOrEqual(
					Math.ceil(Math.min(times.intervalMs, times.remainingMs)),
				);
			}),
		);
	});

	it('increases with the duration of the run', () => {
		check(
			fc.property(moment, milliseconds, (times, moreMs) => {
				const later = { ...times, elapsedMs: times.elapsedMs + moreMs };
				expect(pollDelayMs(later)).toBeGreaterThanOrEqual(pollDelayMs(times));
			}),
		);
	});
});

describe('uuidIn', () => {
	it('finds an id in any text, in lowercase, and returns an id unchanged', () => {
		const around = fc.string({ maxLength: 10 }).map((text) => text.replace(/[0-9a-f]/gi, '.'));
		check(
			fc.property(fc.uuid(), around, around, (id, before, after) => {
				const text = `${before}${id.toUpperCase()}${after}`;
				expect(uuidIn(text, 'agent')).toBe(id);
				expect(uuidIn(id, 'agent')).toBe(id);
			}),
		);
	});

	it('returns a UUID or undefined, and undefined for several UUIDs', () => {
		check(
			fc.property(fc.string(), fc.uuid(), fc.uuid(), (text, one, other) => {
				expect(uuidIn(text, 'agent') ?? one).toMatch(/^[0-9a-f-]{36}$/);
				const id = uuidIn(`${one} ${other}`, 'agent');
				expect(id).toBe(one === other ? one : undefined);
				expect(uuidIn(`${one} /agent/${other}`, 'agent')).toBe(other);
			}),
		);
	});
});

describe('pathIdIn', () => {
	const around = fc.constantFrom('', ' ', '\n', '"', '/v2/agent/x/snapshots/');
	const text = fc.oneof(
		fc.string(),
		fc.stringMatching(/^[A-Za-z0-9._~/-]{0,20}$/),
		fc.tuple(around, fc.oneof(fc.uuid(), fc.string()), around).map((parts) => parts.join('')),
	);

	it('returns one path segment or undefined, and returns a segment without quotes unchanged', () => {
		check(
			fc.property(text, (given) => {
				const id = pathIdIn(given, 'snapshots');
				if (id === undefined) return;
				const folder = '/v2/agent/x/snapshots/';
				const { pathname } = new URL(`https://api.example.com${folder}${encodeURIComponent(id)}`);
				expect(pathname.startsWith(folder)).toBe(true);
				expect(decodeURIComponent(pathname.slice(folder.length))).toBe(id);
				if (!/["'`]/.test(id)) expect(pathIdIn(id, 'snapshots')).toBe(id);
			}),
		);
	});
});

describe('classifyResponse', () => {
	const endpoint = fc.constantFrom<Endpoint>('scrape', 'interact', 'catalog', 'agent');
	const answered = fc.record({
		status: fc.integer({ min: 200, max: 999 }),
		body: fc.oneof(
			json.map((body) => JSON.stringify(body)),
			anyValue.map((value) => textOf(value)),
			fc
				.record({ success: fc.constant(false), error: anyValue, code: anyValue, details: anyValue })
				.map(textOf),
			fc.string({ unit: 'binary' }),
		),
		headers: fc.dictionary(fc.constantFrom('retry-after', 'x-request-id'), fc.string()),
	});

	function textOf(value: unknown): string {
		return (
			JSON.stringify(value, (_key, inner: unknown) =>
				typeof inner === 'bigint' ? `${inner}` : inner,
			) ?? ''
		);
	}

	const expectWhole = (failure: Failure): void => {
		for (const part of [failure.errorId, failure.message, failure.cause, failure.remedy]) {
			expect(part).toMatch(/\S/);
		}
		expect(failure.retryAfterMs ?? 0).toBeGreaterThanOrEqual(0);
		for (const { message } of failure.issues ?? []) expect(message).toMatch(/\S/);
	};

	it('converts every response to an object or a failure with a message', () => {
		check(
			fc.property(
				answered,
				endpoint,
				fc.constantFrom(undefined, 'data'),
				(answer, where, dataField) => {
					const { status, headers } = answer;
					const response = {
						kind: 'response',
						status,
						headers,
						body: Buffer.from(answer.body),
					} as const;
					const judged = classifyResponse(response, { endpoint: where, dataField }, 0);
					expect(classifyResponse(response, { endpoint: where, dataField }, 0)).toEqual(judged);
					if ('failure' in judged) return expectWhole(judged.failure);
					expect(status).toBeLessThan(300);
					expect(isObject(judged.object)).toBe(true);
					expect(judged.object.success).not.toBe(false);
				},
			),
			5000,
		);
	});
});
