import type { ReplayRecord } from '../../../nodes/WebData/client/replay';
import type { ApiRequest } from '../../../nodes/WebData/client/request';
import { interactOnce } from '../../../nodes/WebData/resources/scrape/service';
import { endpoints } from '../../cases/endpoints';
import { answer, noAnswer, type Step } from '../../support/scriptedTransport';
import { playClient } from '../../client/jobs/playJob';

const request: ApiRequest = {
	...{ endpoint: endpoints.interact, method: 'POST', path: ['scrape', 'id', 'interact'] },
	...{ body: { prompt: 'Click' }, idempotency: 'unsafe', serviceTimeoutMs: 60_000 },
};

async function play(record: ReplayRecord, ...steps: Step[]) {
	const options = { record };
	const played = await playClient(steps, (client) => interactOnce(request, client), options);
	return { ...played, stored: played.stored.at(-1) ?? record, requests: played.sent.length };
}

test('interactOnce stores the response of a successful instruction', async () => {
	const { result, stored } = await play({}, answer(200, { success: true, output: 'done' }));
	expect(result).toMatchObject({ ok: true, answer: { output: 'done' } });
	expect(stored).toEqual({ answer: { success: true, output: 'done' } });
});

test('interactOnce sends nothing if the outcome of an earlier attempt is unknown', async () => {
	const { result, requests } = await play({ unsettled: true });
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'interactUnsettled' } });
	expect(requests).toBe(0);
});

test('interactOnce stays unsettled if the connection was closed after the request was sent', async () => {
	const { result, stored } = await play({}, noAnswer('closed', true));
	expect(result).toMatchObject({ ok: false, stopReason: 'unsafeToRepeat' });
	expect(stored).toEqual({ unsettled: true });
});

test('interactOnce stores the failure of code that ended with an error, and returns it again', async () => {
	const failed = answer(200, { success: false, error: 'click is not a function' });
	const { result, stored } = await play({}, failed);
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'interactionFailed' } });
	const again = await play(stored);
	expect(again.result).toMatchObject({ ok: false, attempts: 0, stopReason: 'notRetryable' });
	expect(again.requests).toBe(0);
});

test('interactOnce deletes the record after a refusal, which executed nothing', async () => {
	const { stored } = await play({}, answer(402, { success: false, error: 'No credits' }));
	expect(stored).toEqual({});
});
