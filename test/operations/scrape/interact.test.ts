import { serviceTimeoutMs } from '../../../nodes/WebData/api/http/request';
import { findOperation } from '../../../nodes/WebData/operations';
import type { JsonObject } from '../../../nodes/WebData/api/http/response';
import {
	answer,
	noAnswer,
	scriptedSession,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';
import { readForm } from '../../../nodes/WebData/operations/form/readForm';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

const plan = (name: string, raw: Record<string, unknown>) => {
	const operation = findOperation('scrape', name);
	return operation?.plan(readForm(operation.fields, { scrapeId: ID, ...raw }).values);
};

const requestOf = (name: string, raw: Record<string, unknown>) => {
	const planned = plan(name, raw);
	return planned && 'request' in planned ? planned.request : undefined;
};

describe('Interact', () => {
	it('sends the prompt, once, to the scrape', () => {
		const raw = { interactWith: 'prompt', prompt: 'Click', code: 'old' };
		expect(requestOf('interact', raw)).toEqual({
			endpoint: 'interact',
			method: 'POST',
			path: ['scrape', ID, 'interact'],
			body: { prompt: 'Click' },
			idempotency: 'unsafe',
			serviceTimeoutMs: expect.any(Function) as unknown,
		});
	});

	it('sends the code with its language', () => {
		const raw = {
			interactWith: 'code',
			prompt: 'old',
			code: 'x()',
			options: { language: 'python' },
		};
		expect(plan('interact', raw)).toMatchObject({
			request: { body: { code: 'x()', language: 'python' } },
		});
	});

	it.each([
		[{}, 90_000],
		[{ timeout: 300 }, 360_000],
	])('waits for the timeout in %j and a minute to load the page again', (options, ms) => {
		const request = requestOf('interact', { prompt: 'Click', options });
		expect(request && serviceTimeoutMs(request)).toBe(ms);
	});

	it.each([
		[{ interactWith: 'prompt', code: 'x()' }, 'prompt', 'is required'],
		[{ interactWith: 'code', prompt: 'Click' }, 'code', 'is required'],
		[{}, 'prompt', 'is required'],
		[
			{ prompt: 'Click', scrapeId: 'my scrape' },
			'scrapeId',
			'must be the ID of a scrape, which is a UUID',
		],
		[{ prompt: 'Click', scrapeId: '' }, 'scrapeId', 'is required'],
	])('rejects %j: %s %s', (raw, field, message) => {
		expect(plan('interact', raw)).toEqual({ issues: [{ path: [field], message }] });
	});
});

describe('Stop Interact', () => {
	it('deletes the session, reads the ID from a URL, and may be repeated', () => {
		const scrapeId = `https://api.example.com/v2/scrape/${ID.toUpperCase()}/interact`;
		expect(requestOf('stopInteract', { scrapeId })).toEqual({
			endpoint: 'stopInteract',
			method: 'DELETE',
			path: ['scrape', ID, 'interact'],
			mayBeEmpty: true,
			idempotency: 'read',
			serviceTimeoutMs: 60_000,
		});
	});

	const stop = async (...steps: Step[]) => {
		const planned = plan('stopInteract', {});
		if (planned === undefined || 'issues' in planned) throw new Error('Nothing is planned');
		const session = scriptedSession({ transport: scriptedTransport(...steps) });
		return await planned.execute(planned.request, session);
	};
	const refusal = (status: number, error: string) => answer(status, { success: false, error });

	it.each([
		['204', answer(204, '')],
		['an empty 200', answer(200, '')],
	])('succeeds with %s', async (_case, response) => {
		expect(await stop(response)).toMatchObject({ ok: true, attempts: 1 });
	});

	it.each([
		['no session is open', [refusal(404, 'Browser session not found.')]],
		['the session has ended', [refusal(410, 'Browser session has been destroyed.')]],
		[
			'a retry finds nothing, because the response of the first attempt was lost',
			[noAnswer('closed', true), refusal(404, 'Job not found.')],
		],
	])('succeeds if %s', async (_case, steps) => {
		const result = await stop(...steps);
		const response: JsonObject | undefined = result.ok ? result.answer : undefined;
		expect(response).toMatchObject({ success: true, outcome: 'alreadyStopped' });
	});

	it('fails for a scrape that does not exist', async () => {
		expect(await stop(refusal(404, 'Job not found.'))).toMatchObject({
			ok: false,
			failure: { errorId: 'scrapeNotFound', message: 'Scrape not found' },
		});
	});

	it('reports a failed request, not failed code, if a 2xx response reports a failure', async () => {
		expect(await stop(refusal(200, 'The session could not be closed.'))).toMatchObject({
			ok: false,
			failure: { errorId: 'failedAt200', message: 'The session could not be closed.' },
		});
	});

	it('explains a scrape ID that the service rejects', async () => {
		expect(await stop(refusal(400, 'Invalid job ID format.'))).toMatchObject({
			ok: false,
			failure: { errorId: 'invalidScrapeId' },
		});
	});

	it('requires the scrape ID', () => {
		expect(plan('stopInteract', { scrapeId: '' })).toEqual({
			issues: [{ path: ['scrapeId'], message: 'is required' }],
		});
	});
});
