import { classify, rateLimitSignal } from '../../nodes/WebData/client/attempt';
import { failureOfTransport } from '../../nodes/WebData/errors/failure';
import type { TransportResponse } from '../../nodes/WebData/transport/http';
import { routes } from '../cases/routes';
import { answer, noAnswer } from '../support/scriptedTransport';

const signalOf = (response: TransportResponse) =>
	rateLimitSignal(classify(response, { route: routes.scrape }, 0));

it.each([
	['a success', answer(200, { success: true }), { kind: 'ok' }],
	['a failure of the service', answer(503, { error: 'Unavailable' }), { kind: 'none' }],
])('%s is not a rate limit', (_name, response, signal) => {
	expect(signalOf(response)).toEqual(signal);
	const failure = failureOfTransport(noAnswer('closed', true));
	expect(rateLimitSignal({ ok: false, failure })).toEqual({ kind: 'none' });
});

it("a request that timed out in the service's queue spent all its time there", () => {
	const body = { success: false, code: 'CONCURRENCY_QUEUE_TIMEOUT', error: 'Timed out' };
	expect(signalOf(answer(408, body))).toEqual({ kind: 'ok', queuedMs: Infinity });
});

it.each([
	['Concurrency limit reached', 'concurrency'],
	['Rate limit exceeded', 'rate'],
	['Rate limit exceeded: 3 concurrent requests', 'concurrency'],
	[undefined, 'rate'],
])('429 with the text "%s" is a %s limit', (error, limit) => {
	expect(signalOf(answer(429, { error }))).toMatchObject({ kind: 'limited', limit });
});
