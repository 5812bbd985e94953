import type { ErrorRowId } from '../spec/errorRows';
import * as faults from '../localService/faults';
import { stockPhrases } from '../support/stockPhrases';
import { type Execution, type JsonRecord, outputItemsOf } from './execution';
import { useSetup } from './setup';
import { type Workflow, itemsChain, webDataNode, webhookChain } from './workflow';

const setup = useSetup();

jest.setTimeout(60_000);

const oneStep = (path: string, parameters: JsonRecord): Workflow =>
	webhookChain(path, [
		webDataNode({ url: pageAt(path), requestSettings: { maxTries: 1 }, ...parameters }),
	]);

const pageAt = (path: string): string => `https://example.com/${path}`;

const errorOf = (execution: Execution): JsonRecord => execution.nodes['Web Data']?.[0]?.error ?? {};

interface Message {
	message: string | RegExp;
	/** Pattern that matches the advice in the error's description. */
	next: RegExp;
	httpCode: string | null;
}

function expectMessage(execution: Execution, { message, next, httpCode }: Message): void {
	const error = errorOf(execution);
	expect(execution.status).toBe('error');
	expect(error.message).toEqual(
		message instanceof RegExp ? expect.stringMatching(message) : message,
	);
	expect(error.description).toEqual(expect.stringMatching(next));
	expect(error.httpCode).toBe(httpCode);
	expect(error.context).toMatchObject({ itemIndex: 0, data: { tries: 1 } });
	const whole = JSON.stringify(execution);
	expect(stockPhrases.filter((phrase) => whole.includes(phrase))).toEqual([]);
	expect(whole).not.toContain(setup.apiKey);
}

const rows: [id: ErrorRowId, message: Message][] = [
	[
		'badRequest',
		{
			message: /Page: Timeout \(Ms\)': must be >= 1000/,
			next: /To see the request without sending it, turn on '[^']*Preview Request' [^.]*\.$/,
			httpCode: '400',
		},
	],
	['invalidUrl', { message: 'Invalid URL', next: /Correct 'URL'\.$/, httpCode: '400' }],
	[
		'unauthorized',
		{
			message: 'Invalid API key',
			next: /Set the credential's 'API Key' to a valid key\.$/,
			httpCode: '401',
		},
	],
	[
		'paymentRequired',
		{
			message: 'Insufficient credits',
			next: /upgrade the plan, then run the workflow again\.$/,
			httpCode: '402',
		},
	],
	['forbidden', { message: 'Access denied', next: /, or upgrade the plan\.$/, httpCode: '403' }],
	[
		'noCachedData',
		{ message: /./, next: /Remove 'Options > Cache: Min Age \(Ms\)' [^.]*\.$/, httpCode: '404' },
	],
	[
		'requestTimeout',
		{ message: 'Request timed out', next: /turn on '[^']*Fast Mode'\.$/, httpCode: '408' },
	],
	[
		'payloadTooLarge',
		{ message: 'Request body too large', next: /Send less data, [^.]*\.$/, httpCode: '413' },
	],
	[
		'rateLimitExceeded',
		{
			message: 'Rate limit exceeded',
			next: /Increase 'Request Settings > Max Tries' [^.]*\. Upgrade the plan, [^.]*\.$/,
			httpCode: '429',
		},
	],
	[
		'internalServerError',
		{
			message: 'The service failed unexpectedly',
			next: /Run the workflow again later\. If the error persists, send the request ID [^.]*\.$/,
			httpCode: '500',
		},
	],
	[
		'badGateway',
		{
			message: 'Invalid response from an upstream server',
			next: /Run the workflow again later\.$/,
			httpCode: '502',
		},
	],
	[
		'serviceUnavailable',
		{
			message: 'Service temporarily unavailable',
			next: /Run the workflow again later\.$/,
			httpCode: '503',
		},
	],
	[
		'gatewayTimeout',
		{ message: 'Gateway timed out', next: /Lower '[^']*Max Pages' [^.]*\.$/, httpCode: '504' },
	],
];

it.each(rows)('%s has its own message and remedy', async (id, message) => {
	const when = { body: { url: pageAt(id) } };
	setup.service.addFaults(faults.errorRowFault(id, { when, times: 0 }));
	expectMessage(await setup.execute(oneStep(id, {})), message);
});

it('a broken connection is reported without the message of Node.js', async () => {
	const when = { body: { url: pageAt('reset') } };
	setup.service.addFaults(faults.fault({ kind: 'resetBefore' }, { when, times: 0 }));
	expectMessage(await setup.execute(oneStep('reset', {})), {
		message: 'Connection to the service lost',
		next: /Run the workflow again later\.$/,
		httpCode: null,
	});
});

it('Fail on Page Error reports the status of the page and keeps its content', async () => {
	const url = `${setup.service.url}/pages/status/404`;
	const options = { failOnPageError: true };
	const execution = await setup.execute(oneStep('page', { url, options }));
	expectMessage(execution, {
		message: 'The page returned HTTP status 404 (Not Found)',
		next: /Correct 'URL', or turn off '[^']*Fail on Page Error' [^.]*\.$/,
		httpCode: null,
	});
	expect(errorOf(execution)).toMatchObject({
		context: { data: { retryable: false, statusCode: 404, page: { metadata: { url } } } },
	});
});

it('an invalid field is named in the error', async () => {
	const execution = await setup.execute(oneStep('refused', { url: 'example' }));
	const { message, description } = errorOf(execution);
	expect(message).toBe("'URL' must start with http:// or https://");
	expect(description).toMatch(/Correct the value, then try again\.$/);
});

describe('several items, some of which fail', () => {
	const pages = (path: string, failOnPageError: boolean, onError?: string): Workflow =>
		itemsChain(path, [
			webDataNode({ url: '={{ $json.url }}', options: { failOnPageError } }, { onError }),
		]);
	const items = () => ({
		items: ['article.html', 'status/404', 'tables.html', 'status/503'].map((page) => ({
			url: `${setup.service.url}/pages/${page}`,
		})),
	});

	it('are named in hints by the index that n8n uses', async () => {
		const execution = await setup.execute(pages('hinted', false), items());
		const hints = execution.nodes['Web Data']?.[0]?.hints;
		expect(hints?.filter(({ message }) => message.includes('HTTP status'))).toEqual([
			{
				message:
					"The page returned HTTP status 404 (Not Found) [item 1]. The page returned HTTP status 503 (Service Unavailable) [item 3]. To treat such a page as an error, turn on 'Options > Output: Fail on Page Error'.",
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	it('end the node with an error that names the first failed item by this index', async () => {
		const execution = await setup.execute(pages('first', true), items());
		expect(errorOf(execution)).toMatchObject({ context: { itemIndex: 1 } });
	});

	it('go to the error output if they failed, and to the next node if they succeeded', async () => {
		const execution = await setup.execute(pages('both', true, 'continueErrorOutput'), items());
		expect(outputItemsOf(execution, 'Web Data')).toHaveLength(2);
		expect(outputItemsOf(execution, 'Web Data', 1)).toMatchObject([
			{ details: { reason: 'pageNotFound', statusCode: 404, retryable: false } },
			{ details: { reason: 'pageBroken', statusCode: 503, retryable: false } },
		]);
	});
});
