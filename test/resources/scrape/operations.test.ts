import { serviceTimeoutMs } from '../../../nodes/WebData/client/request';
import { findOperation } from '../../../nodes/WebData/resources';
import { readForm } from '../../../nodes/WebData/form/read';
import { endpoints } from '../../cases/endpoints';
import {
	answer,
	noAnswer,
	scriptedClient,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

const plan = (raw: Record<string, unknown>, name = 'scrape') => {
	const operation = findOperation('scrape', name);
	const own = name === 'scrape' ? { url: 'https://example.com' } : { scrapeId: ID };
	return operation?.plan(readForm(operation.fields, { ...own, ...raw }).values);
};

const planned = (raw: Record<string, unknown>, name?: string) => {
	const result = plan(raw, name);
	if (result === undefined || 'issues' in result) throw new Error('The form does not fit');
	return result;
};

const bodyOf = (raw: Record<string, unknown>): unknown =>
	JSON.parse(JSON.stringify(planned(raw).request.body));

const option = (options: Record<string, unknown>) => bodyOf({ options });

test('an untouched form sends only the URL', () => {
	expect(planned({ formats: {}, options: {} }).request).toEqual({
		endpoint: endpoints.scrape,
		method: 'POST',
		path: ['scrape'],
		body: { url: 'https://example.com' },
		dataField: 'data',
		idempotency: 'repeatable',
		serviceTimeoutMs: expect.any(Function) as unknown,
	});
});

test('a format is sent without the settings of another type', () => {
	const format = [{ type: 'question', question: 'Why?', prompt: 'old', schema: '{"a":1}' }];
	const formats = [{ type: 'question', question: 'Why?' }];
	expect(bodyOf({ formats: { format } })).toEqual({ url: 'https://example.com', formats });
});

test.each<[string, object, unknown]>([
	['off', { redactPII: false }, false],
	['with options that an expression leaves out', { redactPIIOptions: null }, undefined],
])('redaction of personal data is %s', (_case, options, redactPII) => {
	expect(option({ ...options })).toEqual({ url: 'https://example.com', redactPII });
});

const redactPIIOptions = 'Options > Privacy: Redact PII Options';

test.each<[Record<string, unknown>, string, string, string]>([
	[
		{ redactPII: false, redactPIIOptions: { mode: 'fast' } },
		...(['redactPII', 'Options > Privacy: Redact PII'] as const),
		`must not be off if '${redactPIIOptions}' is set`,
	],
	[
		{ domainTools: true, zeroDataRetention: true },
		...(['domainTools', 'Options > Catalog: Include Domain Tools'] as const),
		"cannot be combined with 'Options > Privacy: Zero Data Retention'",
	],
])('%j is a conflict that names both fields', (options, field, label, message) => {
	const { fields = [] } = findOperation('scrape', 'scrape') ?? {};
	const { labelAt } = readForm(fields, { url: 'https://example.com', options });
	expect(plan({ options })).toEqual({ issues: [{ path: [field], message }] });
	expect(labelAt([field])).toBe(label);
});

test.each([
	[{ returnPdfUnparsed: true, parsers: { parser: [{ type: 'pdf' }] } }, { parsers: [] }],
	[
		{ returnPdfUnparsed: false, parsers: { parser: [{ type: 'pdf' }] } },
		{ parsers: [{ type: 'pdf' }] },
	],
])('Return PDF Unparsed sends an empty list instead of the parsers: %j', (options, body) => {
	expect(option(options)).toEqual({ url: 'https://example.com', ...body });
});

describe('Fail on Error Status', () => {
	const answered = (statusCode: number) => ({
		success: true,
		data: { markdown: '# No', metadata: { statusCode, error: 'Not Found' } },
	});

	test.each([
		[404, 'pageNotFound'],
		[500, 'pageBroken'],
	])('makes a page with status %i a failure with its content', (statusCode, row) => {
		const { toOutput } = planned({ options: { failOnPageError: true } });
		const answer = answered(statusCode);
		const { parts, notices } = toOutput(answer, { simplify: true, nowMs: 0 });
		const failure = {
			errorId: row,
			message: `The page returned HTTP status ${statusCode} (Not Found)`,
			retry: 'never',
			facts: { statusCode, page: answer.data },
		};
		expect([...parts]).toEqual([{ failure: expect.objectContaining(failure) as object }]);
		expect(notices).toEqual([]);
	});
});

describe('Interact', () => {
	it('sends the prompt, once, to the scrape', () => {
		const raw = { interactWith: 'prompt', prompt: 'Click', code: 'old' };
		expect(planned(raw, 'interact').request).toEqual({
			endpoint: endpoints.interact,
			method: 'POST',
			path: ['scrape', ID, 'interact'],
			body: { prompt: 'Click' },
			idempotency: 'unsafe',
			serviceTimeoutMs: expect.any(Function) as unknown,
		});
	});

	it.each([
		[{}, 90_000],
		[{ timeout: 300 }, 360_000],
	])('waits for the timeout in %j and a minute to load the page again', (options, ms) => {
		const { request } = planned({ prompt: 'Click', options }, 'interact');
		expect(serviceTimeoutMs(request)).toBe(ms);
	});
});

it.each([
	[{ interactWith: 'prompt', code: 'x()' }, 'prompt', 'is required'],
	[{ prompt: 'Click', scrapeId: 'a' }, 'scrapeId', 'must be the ID of a scrape, which is a UUID'],
])('Interact rejects %j: %s %s', (raw, field, message) => {
	expect(plan(raw, 'interact')).toEqual({ issues: [{ path: [field], message }] });
});

describe('Stop Interact', () => {
	it('deletes the session, reads the ID from a URL, and may be repeated', () => {
		const scrapeId = `https://api.example.com/v2/scrape/${ID.toUpperCase()}/interact`;
		expect(planned({ scrapeId }, 'stopInteract').request).toEqual({
			endpoint: endpoints.stopInteract,
			method: 'DELETE',
			path: ['scrape', ID, 'interact'],
			mayBeEmpty: true,
			idempotency: 'read',
			serviceTimeoutMs: 60_000,
		});
	});

	const stop = async (...steps: Step[]) => {
		const { request, execute } = planned({}, 'stopInteract');
		return await execute(request, scriptedClient({ transport: scriptedTransport(...steps) }));
	};
	const refusal = (status: number, error: string) => answer(status, { success: false, error });

	it('succeeds with an empty 204', async () => {
		expect(await stop(answer(204, ''))).toMatchObject({ ok: true, attempts: 1 });
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
		['a failure in a 2xx', 200, 'It is not closed.', 'failedAt200', 'It is not closed.'],
	])('fails for %s', async (_case, status, error, errorId, message: unknown) => {
		const result = await stop(refusal(status, error));
		expect(result).toMatchObject({ ok: false, failure: { errorId, message } });
	});
});
