import { serviceTimeoutMs } from '../../../nodes/WebData/api/http/request';
import { findOperation } from '../../../nodes/WebData/operations';
import { readForm } from '../../../nodes/WebData/operations/form/readForm';
import {
	answer,
	noAnswer,
	scriptedSession,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

const plan = (name: string, raw: Record<string, unknown>) => {
	const operation = findOperation('scrape', name);
	return operation?.plan(readForm(operation.fields, { scrapeId: ID, ...raw }).values);
};

const planned = (name: string, raw: Record<string, unknown>) => {
	const result = plan(name, raw);
	if (result === undefined || 'issues' in result) throw new Error('The form does not fit');
	return result;
};

describe('Interact', () => {
	it('sends the prompt, once, to the scrape', () => {
		const raw = { interactWith: 'prompt', prompt: 'Click', code: 'old' };
		expect(planned('interact', raw).request).toEqual({
			endpoint: 'interact',
			method: 'POST',
			path: ['scrape', ID, 'interact'],
			body: { prompt: 'Click' },
			idempotency: 'unsafe',
			serviceTimeoutMs: expect.any(Function) as unknown,
		});
	});

	it('sends the code with its language', () => {
		const form = { interactWith: 'code', prompt: 'old', code: 'x()' };
		const { body } = planned('interact', { ...form, options: { language: 'python' } }).request;
		expect(body).toEqual({ code: 'x()', language: 'python' });
	});

	it.each([
		[{}, 90_000],
		[{ timeout: 300 }, 360_000],
	])('waits for the timeout in %j and a minute to load the page again', (options, ms) => {
		const { request } = planned('interact', { prompt: 'Click', options });
		expect(serviceTimeoutMs(request)).toBe(ms);
	});
});

it.each([
	['interact', { interactWith: 'prompt', code: 'x()' }, 'prompt', 'is required'],
	['interact', { interactWith: 'code', prompt: 'Click' }, 'code', 'is required'],
	['interact', {}, 'prompt', 'is required'],
	['interact', { prompt: 'Click', scrapeId: '' }, 'scrapeId', 'is required'],
	[
		'interact',
		{ prompt: 'Click', scrapeId: 'my scrape' },
		'scrapeId',
		'must be the ID of a scrape, which is a UUID',
	],
	['stopInteract', { scrapeId: '' }, 'scrapeId', 'is required'],
])('%s rejects %j: %s %s', (name, raw, field, message) => {
	expect(plan(name, raw)).toEqual({ issues: [{ path: [field], message }] });
});

describe('Stop Interact', () => {
	it('deletes the session, reads the ID from a URL, and may be repeated', () => {
		const scrapeId = `https://api.example.com/v2/scrape/${ID.toUpperCase()}/interact`;
		expect(planned('stopInteract', { scrapeId }).request).toEqual({
			endpoint: 'stopInteract',
			method: 'DELETE',
			path: ['scrape', ID, 'interact'],
			mayBeEmpty: true,
			idempotency: 'read',
			serviceTimeoutMs: 60_000,
		});
	});

	const stop = async (...steps: Step[]) => {
		const { request, execute } = planned('stopInteract', {});
		return await execute(request, scriptedSession({ transport: scriptedTransport(...steps) }));
	};
	const refusal = (status: number, error: string) => answer(status, { success: false, error });

	it.each([204, 200])('succeeds with an empty %i', async (status) => {
		expect(await stop(answer(status, ''))).toMatchObject({ ok: true, attempts: 1 });
	});

	it.each([
		['no session is open', [refusal(404, 'Browser session not found.')]],
		['the session has ended', [refusal(410, 'Browser session has been destroyed.')]],
		[
			'a retry finds nothing, because the response of the first attempt was lost',
			[noAnswer('closed', true), refusal(404, 'Job not found.')],
		],
	])('succeeds if %s', async (_case, steps) => {
		const outcome = { success: true, outcome: 'alreadyStopped' };
		expect(await stop(...steps)).toMatchObject({ ok: true, answer: outcome });
	});

	it.each([
		['an unknown scrape', 404, 'Job not found.', 'scrapeNotFound', 'Scrape not found'],
		['an invalid scrape ID', 400, 'Invalid job ID format.', 'invalidScrapeId', expect.any(String)],
		['a failure in a 2xx', 200, 'It is not closed.', 'failedAt200', 'It is not closed.'],
	])('fails for %s', async (_case, status, error, errorId, message: unknown) => {
		const result = await stop(refusal(status, error));
		expect(result).toMatchObject({ ok: false, failure: { errorId, message } });
	});
});
