import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { invented } from '../cases/existing';
import { fault } from '../localService/faults';
import { gatewayPages, type GatewayPage } from '../spec/gatewayPages';
import { useBuiltNode } from '../support/useBuiltNode';

const { service, run, respond } = useBuiltNode();

const url = 'https://example.com/';

it('an error says how often the request was sent, how long the node waited, and which limit ended the attempts', async () => {
	respond({ success: false, error: 'Service Unavailable' }, { status: 503, times: 0 });
	const { first } = await run('scrape.scrape', { url, requestSettings: { maxTries: 3 } });
	const sent = service.requests;
	expect([sent.length, first.details?.tries]).toEqual([3, 3]);
	const [, seconds] =
		/sent the request 3 times, with a total wait of ([\d.]+) s between .* > Max Tries'/.exec(
			String(first.message),
		) ?? [];
	const waitedMs = (sent[2]?.at ?? 0) - (sent[0]?.at ?? 0);
	expect(Math.abs(Number(seconds) * 1000 - waitedMs)).toBeLessThan(1000);
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
		expect(service.agent.runs).toHaveLength(2);
	});
});

describe('a page of a gateway', () => {
	const errorWith = async ({ status, headers, body: text }: GatewayPage) => {
		await service.reset();
		const { 'content-type': contentType = '', ...others } = headers;
		const page = { kind: 'raw', status, contentType, text, headers: others } as const;
		service.addFaults(fault(page, { times: 0 }));
		return (await run('scrape.scrape', { url })).first;
	};

	it.each(gatewayPages.map((page) => [page.gateway, page.status, page] as const))(
		'%s, status %i: an error with a cause and a remedy, and with status 200 no repeat of the paid request',
		async (_name, httpCode, page) => {
			const { error, message, details } = await errorWith(page);
			expect(details).toMatchObject({ httpCode });
			expect([error, message]).toEqual(
				[/^[A-Z].*\w$/, /^[A-Z].*\.$/].map((text) => expect.stringMatching(text) as string),
			);
			expect(JSON.stringify({ error, message, details })).not.toMatch(/<\/?[a-z!][^>]*>/i);
			const paid = await errorWith({ ...page, status: 200 });
			expect(paid.details).toMatchObject({ httpCode: 200, tries: 1 });
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
		const { message } = (await run('scrape.scrape', form)).first;
		expect(message).toMatch(expected);
		expect(message).not.toMatch(excluded);
	});

	it('with an ID of another team', async () => {
		respond({ success: false, error: 'Forbidden' }, { status: 403, times: 0 });
		const { message } = (await run('crawl.get', { jobId: invented.jobId })).first;
		expect(message).toMatch(/credential of the team/);
		expect(message).not.toMatch(/upgrade/);
	});
});

it('reads the issues and the text that a server in Python reports', async () => {
	const loc = ['body', 'maxAge'];
	respond({ detail: [{ loc, msg: 'Input should be at least 0' }] }, { status: 422 });
	const { first } = await run('scrape.scrape', { url, options: { maxAge: 5 } });
	expect(first.details).toMatchObject({
		fields: [{ field: expect.stringContaining('Max Age'), message: 'Input should be at least 0' }],
	});
	respond({ detail: 'The token is not active yet' }, { status: 401 });
	expect((await run('scrape.scrape', { url })).first.message).toContain('The token is not active');
});
