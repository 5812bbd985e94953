// What an answer says about the account's limits.

import { rateLimitSignalOf } from '../../../nodes/WebData/api/http/rateLimitSignal';
import { answer, noAnswer } from '../../support/scriptedTransport';

it.each([
	['a success', answer(200, { success: true }), { kind: 'served' }],
	['a refusal of another kind', answer(404, { error: 'Not found' }), { kind: 'served' }],
	['a fault of the service', answer(503, { error: 'Service Unavailable' }), { kind: 'silent' }],
	['no answer', noAnswer('closed', true), { kind: 'silent' }],
])('%s', (_name, result, verdict) => {
	expect(rateLimitSignalOf(result, 0)).toEqual(verdict);
});

it.each([
	['Concurrency limit reached', 'concurrency'],
	['Rate limit exceeded', 'rate'],
	['Rate limit exceeded: 3 concurrent requests', 'concurrency'],
	['Too many requests', 'concurrency'],
	['Queue limit reached', 'concurrency'],
	[undefined, 'concurrency'],
])('429 "%s" is a limit of %s', (error, limit) => {
	expect(rateLimitSignalOf(answer(429, { error }), 0)).toEqual({ kind: 'refused', limit });
});

it.each([
	['the header', answer(429, {}, { 'retry-after': '7' }), 7000],
	['the text', answer(429, { error: 'Please retry after 25s' }), 25_000],
	['a header that asks for nothing', answer(429, {}, { 'retry-after': '0' }), undefined],
	['no JSON', answer(429, '<html>'), undefined],
])('the time to wait is read from %s', (_name, result, retryAfterMs) => {
	expect(rateLimitSignalOf(result, 0)).toMatchObject({ kind: 'refused', retryAfterMs });
});
