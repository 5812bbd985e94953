import { toTransportRequest } from '../../../nodes/WebData/client/request';
import { readForm } from '../../../nodes/WebData/form/read';
import { planItem } from '../../../nodes/WebData/operation/plan';
import { findOperation } from '../../../nodes/WebData/resources';
import {
	interactForm,
	stopInteract,
	storedPageForm,
} from '../../../nodes/WebData/resources/scrape/interact';
import { scrapeForm } from '../../../nodes/WebData/resources/scrape/operations';
import { long, problems } from '../../form/problems';
import {
	answer,
	noAnswer,
	outcomeOf,
	scriptedClient,
	scriptedTransport,
	type Step,
} from '../../support/scriptedTransport';

const account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key' };

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';

const plan = (raw: Record<string, unknown>, name = 'scrape') => {
	const operation = findOperation('scrape', name);
	const own = name === 'scrape' ? { url: 'https://example.com' } : { scrapeId: ID };
	if (operation === undefined) throw new Error(`No operation scrape.${name}`);
	return planItem(operation, readForm(operation.form.fields, { ...own, ...raw }).values);
};

const planned = (raw: Record<string, unknown>, name?: string) => {
	const result = plan(raw, name);
	if ('issues' in result) throw new Error('The form does not fit');
	return result;
};

const bodyOf = (raw: Record<string, unknown>): unknown =>
	JSON.parse(JSON.stringify(planned(raw).request.body));

test.each<[string, object, unknown]>([
	['off', { redactPII: false }, false],
	['with options that an expression leaves out', { redactPIIOptions: null }, undefined],
])('redaction of personal data is %s', (_case, options, redactPII) => {
	expect(bodyOf({ options })).toEqual({ url: 'https://example.com', redactPII });
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
		const planOfPage = planned({ options: { failOnPageError: true } });
		const answer = answered(statusCode);
		const { parts, notices } = planOfPage.toOutput(answer, { simplify: true, nowMs: 0 });
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

it.each([
	[{}, 120_000],
	[{ timeout: 300 }, 390_000],
])('Interact waits for the timeout in %j and 90 seconds', (options, ms) => {
	const { request } = planned({ prompt: 'Click', options }, 'interact');
	expect(toTransportRequest(account, request).headTimeoutMs).toBe(ms);
});

it.each([
	[{ interactWith: 'prompt', code: 'x()' }, 'prompt', 'is required'],
	[{ prompt: 'Click', scrapeId: 'a' }, 'scrapeId', 'must be the ID of a scrape, which is a UUID'],
])('Interact rejects %j: %s %s', (raw, field, message) => {
	expect(plan(raw, 'interact')).toEqual({ issues: [{ path: [field], message }] });
});

describe('Stop Interaction', () => {
	const stop = async (...steps: Step[]) => {
		const { request, inputs } = planned({}, 'stopInteract');
		const client = scriptedClient({ transport: scriptedTransport(...steps) });
		return await outcomeOf(stopInteract.execute(request, client, inputs), client);
	};
	const refusal = (status: number, error: string) => answer(status, { success: false, error });

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

const scrape = (fields: Record<string, unknown>) =>
	problems(scrapeForm.input, { url: 'https://example.com', ...fields });

it.each([
	{ headers: { Cookie: 'a=1', 'X-Empty': '' } },
	{ redactPII: { mode: 'fast' } },
	{ auditMetadata: { username: 'night-run' } },
])('accepts %j', (fields) => {
	expect(scrape(fields)).toEqual([]);
});

it.each<[Record<string, unknown>, string]>([
	[{ excludeTags: ['a', 5] }, 'excludeTags.1 must be text (it is 5)'],
	[{ headers: { Cookie: 1 } }, 'headers.Cookie must be text (it is 1)'],
	[
		{ headers: { '': 'x' } },
		'headers. must contain a header name without spaces and colons, as in X-Token',
	],
	[{ headers: { a: '', A: '' } }, 'headers must contain each header only once (A is repeated)'],
	[{ origin: 'x' }, 'must not contain "origin"'],
	[{ parsers: ['pdf'] }, 'parsers.0 must be a JSON object (it is "pdf")'],
	[{ profile: { saveChanges: false } }, 'profile.name is required'],
	[{ auditMetadata: {} }, 'auditMetadata.username is required'],
	[{ redactPII: 'yes' }, 'redactPII must be true or false or a JSON object (it is "yes")'],
])('rejects %j: %s', (fields, problem) => {
	expect(scrape(fields)).toEqual([problem]);
});

it('a country is two capital letters', () => {
	const wrong = ['de', 'DEU', '', 'D1', 'ÄÖ', 'DE\n'];
	const problem = 'location.country must be a country code of two capital letters, as in DE';
	const messages = wrong.flatMap((country) => scrape({ location: { country } }));
	expect(messages).toEqual(wrong.map(() => problem));
});

const malformed = 'scrapeId must be the ID of a scrape, which is a UUID';

it.each([
	['interact', interactForm.input],
	['stop interact', storedPageForm.input],
])('%s requires the ID of a scrape, which may be within a URL', (_name, contract) => {
	const url = ` https://api.example.com/v2/scrape/${ID.toUpperCase()}/interact `;
	expect(contract.parse({ scrapeId: url })).toMatchObject({ scrapeId: ID });
	const wrong = [undefined, '', 'scr_01HZX', `${ID} 5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f`];
	const messages = wrong.map((scrapeId) => problems(contract, { scrapeId })[0]);
	expect(messages).toEqual([
		'scrapeId is required',
		'scrapeId must not be empty',
		malformed,
		malformed,
	]);
});

type Make = (value: number) => Record<string, unknown>;

const format = (fields: Record<string, unknown>) => ({ formats: [fields] });
const times = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry);

const rejects = (fields: Record<string, unknown>, problem: string) =>
	expect(scrape(fields)).toEqual([expect.stringContaining(problem)]);

it.each<[string, Make, number]>([
	['profile name', (length) => ({ profile: { name: long(length) } }), 128],
	['question', (length) => format({ type: 'question', question: long(length) }), 10_000],
	['highlights query', (length) => format({ type: 'highlights', query: long(length) }), 10_000],
	['json prompt', (length) => format({ type: 'json', prompt: long(length) }), 10_000],
])('%s must not be empty or too long', (_name, make, longest) => {
	expect([scrape(make(1)), scrape(make(longest))]).toEqual([[], []]);
	rejects(make(0), 'must not be empty');
	rejects(make(longest + 1), `must be at most ${longest} characters long (it is ${longest + 1})`);
});

it.each<[string, Make, number]>([
	['actions', (count) => ({ actions: times(count, { type: 'scrape' }) }), 50],
	['blacklist', (count) => ({ threatProtection: { blacklist: times(count, 'e.com') } }), 1000],
])('%s must not have too many entries', (_name, make, most) => {
	expect(scrape(make(most))).toEqual([]);
	rejects(make(most + 1), `must contain at most ${most} entries (it contains ${most + 1})`);
});

it('interact accepts its limits and rejects the next values', () => {
	const interact = (fields: object) => problems(interactForm.input, { scrapeId: ID, ...fields });
	expect(interact({ prompt: long(10_000), code: long(100_000) })).toEqual([]);
	expect(interact({ prompt: long(10_001), code: long(100_001) })).toEqual([
		'prompt must be at most 10000 characters long (it is 10001)',
		'code must be at most 100000 characters long (it is 100001)',
	]);
});
