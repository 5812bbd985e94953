import { retryAfterMs } from '../../nodes/WebData/errors/retryAfter';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

const delayFor = (header: string | undefined, body: Record<string, unknown> = {}) =>
	retryAfterMs(header === undefined ? {} : { 'retry-after': header }, body, NOW);

test.each([
	['fractions of a second', '1.5', 1500],
	['an HTTP date', 'Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
	['a date in the past', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
])('reads %s from the header', (_case, header, ms) => {
	expect(delayFor(header)).toBe(ms);
});

test.each([
	['retry_after_seconds', { retry_after_seconds: 25 }, 25_000],
	['details.retryAfterSeconds', { details: { retryAfterSeconds: 600 } }, 600_000],
	['the text', { error: 'Rate limit exceeded, please retry after 25s, resets at 12:01' }, 25_000],
])('reads %s from the body if there is no header', (_case, body, ms) => {
	expect(delayFor(undefined, body)).toBe(ms);
});

const details = { retryAfterSeconds: 3 };
const everywhere = { retry_after_seconds: 2, details, error: 'retry after 4s' };

const withoutSeconds = { ...everywhere, retry_after_seconds: undefined };

test.each([
	['retry_after_seconds', undefined, everywhere, 2000],
	['details.retryAfterSeconds', undefined, withoutSeconds, 3000],
	['the body instead of an invalid header', 'soon', everywhere, 2000],
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
