import { retryAfterMs } from '../../nodes/WebData/errors/retryAfter';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

const delayFor = (header: string | undefined, body: Record<string, unknown> = {}) =>
	retryAfterMs(header === undefined ? {} : { 'retry-after': header }, body, NOW);

const text = { error: 'Rate limit exceeded, please retry after 25s, resets at 12:01' };
const inDetails = { details: { retryAfterSeconds: 3 }, ...text };
const everywhere = { retry_after_seconds: 2, ...inDetails };

test.each([
	['fractions of a second in the header', '1.5', everywhere, 1500],
	['an HTTP date in the header', 'Fri, 20 Nov 2026 12:00:30 GMT', everywhere, 30_000],
	['a date in the past', 'Wed, 21 Oct 2015 07:28:00 GMT', everywhere, 0],
	['at most one week in the header', '9'.repeat(90), everywhere, 604_800_000],
	['at most one week in the body', undefined, { retry_after_seconds: 1e12 }, 604_800_000],
	['retry_after_seconds instead of an invalid header', 'soon', everywhere, 2000],
	['retry_after_seconds', undefined, everywhere, 2000],
	['details.retryAfterSeconds', undefined, inDetails, 3000],
	['the text', undefined, text, 25_000],
])('reads %s first', (_case, header, body, ms) => {
	expect(delayFor(header, body)).toBe(ms);
});

test.each([' ', 'in 5', '-5', '1e3', '5 apples', 'Fri, 99 Nov 2026', 'Infinity'])(
	'ignores the header %j',
	(header) => {
		expect(delayFor(header)).toBeUndefined();
	},
);

test.each([[{}], [{ retry_after_seconds: -1, details: { retryAfterSeconds: Infinity } }]])(
	'ignores the body %j',
	(body) => {
		expect(delayFor(undefined, body)).toBeUndefined();
	},
);

test('compares a date in the header with the clock of the service, not of n8n', () => {
	const date = 'Fri, 20 Nov 2026 13:00:00 GMT';
	const headers = { date, 'retry-after': date.replace(':00 ', ':07 ') };
	expect(retryAfterMs(headers, {}, NOW)).toBe(7000);
});
