import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { invented } from '../cases/existing';
import { fault } from '../localService/faults';
import { gatewayPages, type GatewayPage } from '../spec/gatewayPages';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, run, respond } = useBuiltNode();

const url = 'https://example.com/';

describe('an error says how often the request was sent, and once which limit ended the attempts:', () => {
	const busy = { success: false, error: 'Service Unavailable' };
	const limited = { success: false, error: 'Rate limit exceeded' };
	const settings = (requestSettings: object) => ({ requestSettings });

	it.each<[string, object, Parameters<typeof respond>[1], object, string | undefined]>([
		['Max Tries', busy, { status: 503 }, settings({ maxTries: 3 }), 'Max Tries'],
		['a timeout', busy, { status: 504 }, settings({ maxTries: 9 }), 'Max Tries'],
		['Max Retry Wait', busy, { status: 503 }, settings({ maxRetryWait: 6 }), 'Max Retry Wait'],
		['a 429', limited, { status: 429 }, settings({ maxRetryWait: 6 }), 'Max Retry Wait'],
	])('%s', async (_limit, body, answered, form, setting) => {
		respond(body, { ...answered, times: 0 });
		const { items } = await run('scrape.scrape', { url, ...form });
		const { message = '', details } = (items[0]?.json ?? {}) as {
			message?: string;
			details?: IDataObject;
		};
		const sent = service.requests;
		const waitedMs = (sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0);
		expect(sent.length).toBeGreaterThan(1);
		expect(details?.tries).toBe(sent.length);
		const [, times, seconds] =
			/sent the request (\d+) times, with a total wait of ([\d.]+) s between/.exec(message) ?? [];
		expect(Number(times)).toBe(sent.length);
		expect(Math.abs(Number(seconds) * 1000 - waitedMs)).toBeLessThan(1000);
		const named = message.match(/(?<=> )Max (Tries|Retry Wait)/g) ?? [];
		expect(named).toEqual(setting === undefined ? [] : [setting]);
	});
});

describe('an error', () => {
	const answerWith = (body: object, status = 403) => respond(body, { status, times: 0 });

	it("keeps the other fields of the response, and overwrites none of the node's fields", async () => {
		const rest = { requiresAction: true, retryable: 'ask', tries: 99, reason: 'r', fields: [] };
		answerWith({ success: false, error: 'Forbidden', ...rest });
		const { first } = await run('scrape.scrape', { url });
		expect(first.details).toEqual({
			...{ httpCode: 403, reason: 'forbidden', retryable: false, tries: 1, answer: rest },
		});
	});

	it.each([403, 200])(
		'with status %i is the same for a response that is nested too deeply',
		async (status) => {
			const text = `{"success":false,"error":"No","deep":${'['.repeat(9000)}${']'.repeat(9000)}}`;
			service.addFaults(fault({ kind: 'raw', status, contentType: 'application/json', text }));
			const { first } = await run('scrape.scrape', { url });
			expect(first.details?.httpCode).toBe(status);
		},
	);
});

/** The specification does not define the status response of a failed run. */
describe('a failed run with success: false at status 200', () => {
	const { jobId } = invented;
	const failed = { success: false, status: 'failed', error: 'It failed', creditsUsed: 0 };
	const poll = (id = jobId) => ({ times: 0, when: { method: 'GET', path: `/v2/agent/${id}` } });

	it('has the reason from its trace', async () => {
		respond(failed, poll());
		const events = [{ type: 'run.finished', error: { code: 'refused' } }];
		respond({ success: true, events }, poll(`${jobId}/trace`));
		expect((await run('agent.wait', { jobId })).first).toMatchObject({
			error: 'It failed',
			details: { code: 'refused', reason: 'refused', jobId, status: 'failed' },
		});
	});

	it('is not polled again by the next attempt of the node', async () => {
		const context: IDataObject = {};
		respond(failed, poll('*'));
		for (let attempt = 0; attempt < 2; attempt++) {
			await run('agent.run', { prompt: 'Summarize [ms:0]' }, { context });
		}
		expect(service.agentStarts).toBe(2);
	});

	it('is returned by Get as an item', async () => {
		respond(failed, poll());
		expect((await run('agent.get', { jobId })).first).toEqual({
			...{ status: 'failed', jobId, creditsUsed: 0, failure: 'It failed' },
		});
	});
});

describe('a page of a gateway', () => {
	const errorWith = async ({ status, headers, body: text }: GatewayPage) => {
		const { 'content-type': contentType = '', ...others } = headers;
		const page = { kind: 'raw', status, contentType, text, headers: others } as const;
		service.addFaults(fault(page, { times: 0 }));
		return (await run('scrape.scrape', { url })).first;
	};
	const rowsOf = gatewayPages.map((page) => [page.gateway, page.status, page] as const);

	it.each(rowsOf)(
		'%s, status %i: an error with a cause and a remedy',
		async (_name, httpCode, page) => {
			const { error, message, details } = await errorWith(page);
			expect(details).toMatchObject({ httpCode });
			expect([error, message]).toEqual(
				[/^[A-Z].*\w$/, /^[A-Z].*\.$/].map((text) => expect.stringMatching(text) as string),
			);
			expect(JSON.stringify({ error, message, details })).not.toMatch(/<\/?[a-z!][^>]*>/i);
		},
	);

	it.each(rowsOf)(
		'%s (%i) with status 200 does not repeat the paid request',
		async (_name, _status, page) => {
			const { details } = await errorWith({ ...page, status: 200 });
			expect(details).toMatchObject({ httpCode: 200, tries: 1 });
			expect(service.requests).toHaveLength(1);
		},
	);
});

describe('the remedy fits the request that was sent', () => {
	const formats = (row: INodeParameters) => ({ url, formats: { format: [row] } });
	const schema = formats({ type: 'json', schema: '{"type":"object","properties":{"a":{}}}' });
	const example = formats({ type: 'json', schemaExample: '{"a":"b"}' });
	const noMatch = { success: false, error: 'no result matches schema' };
	const noCopy = { success: false, error: 'No data', code: 'SCRAPE_NO_CACHED_DATA' };
	const actions = { action: [{ type: 'click', selector: '#a' }] };

	it.each<[string, number, object, INodeParameters, RegExp, RegExp]>([
		['a schema', 422, noMatch, schema, /'Formats > Format 1 > Schema'/, /^$/],
		[
			'an example',
			422,
			noMatch,
			example,
			/If you use 'Formats > Format 1 > .*Example', remove/,
			/^$/,
		],
		['no schema', 422, { success: false, error: 'Unprocessable' }, { url }, /Correct/, /schema/i],
		['a minimum age', 404, noCopy, { url, options: { minAge: 90_000 } }, /Min Age.* to 1\./, /^$/],
		[
			'a minimum age of 1',
			404,
			noCopy,
			{ url, options: { minAge: 1 } },
			/Remove .*Min Age/,
			/to 1\./,
		],
		['actions', 408, {}, { url, options: { actions } }, /simpler actions in 'Options > /, /^$/],
		['no actions', 408, {}, { url }, /'Options > .*Timeout/, /simpler actions/],
		['a URL', 403, { success: false, error: 'Forbidden' }, { url }, /upgrade the plan/, /domain/i],
	])('with %s after status %i', async (_what, status, body, form, expected, excluded) => {
		respond(body, { status, times: 0 });
		const { items } = await run('scrape.scrape', form);
		const text = String((items[0]?.json as IDataObject).message);
		expect(text).toMatch(expected);
		expect(text).not.toMatch(excluded);
	});

	it('with an ID of another team', async () => {
		respond({ success: false, error: 'Forbidden' }, { status: 403, times: 0 });
		const { items } = await run('crawl.get', { jobId: invented.jobId });
		const text = String((items[0]?.json as IDataObject).message);
		expect(text).toMatch(/credential of the team/);
		expect(text).not.toMatch(/upgrade/);
	});
});

it('reads the issues that a server in Python reports', async () => {
	const loc = ['body', 'maxAge'];
	const body = { detail: [{ type: 'greater_than_equal', loc, msg: 'Input should be at least 0' }] };
	respond(body, { status: 422, times: 0 });
	const { items } = await run('scrape.scrape', { url, options: { maxAge: 5 } });
	expect(items[0]?.json.details).toMatchObject({
		fields: [{ field: expect.stringContaining('Max Age'), message: 'Input should be at least 0' }],
	});
});

it('shows the text in the detail of a server in Python', async () => {
	respond({ detail: 'The token is not active yet' }, { status: 401, times: 0 });
	const { items } = await run('scrape.scrape', { url });
	expect(JSON.stringify(items[0]?.json)).toContain('The token is not active yet');
});
