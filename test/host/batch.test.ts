jest.mock('../../nodes/WebData/operations', () => {
	const actual = jest.requireActual<typeof import('../../nodes/WebData/operations')>(
		'../../nodes/WebData/operations',
	);
	return {
		...actual,
		findOperation: (resource: string, operation: string) =>
			resource === 'test' ? batchOperation : actual.findOperation(resource, operation),
	};
});

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type { INode, NodeApiError, OnError } from 'n8n-workflow';
import { z } from 'zod';
import { runOperations } from '../../nodes/WebData/host/execute';
import { isObject, type JsonObject } from '../../nodes/WebData/api/http/response';
import { WebData } from '../../nodes/WebData/WebData.node';
import {
	defineOperation,
	type Notice,
	type Operation,
	type OutputPart,
} from '../../nodes/WebData/operations/operation';
import { endpoints } from '../cases/endpoints';
import { executeContext } from '../support/builtNode';

interface Values {
	url: string;
	language?: string;
	separate: boolean;
}

const text = (name: string) => ({ displayName: name, name, type: 'string', default: '' }) as const;

const itemOf = (page: JsonObject, batch: readonly Values[]): number =>
	batch.findIndex(({ url }) => url === page.url);

function partOf(page: JsonObject, batch: readonly Values[]): OutputPart {
	const item = itemOf(page, batch);
	if (typeof page.error !== 'string') return { item, json: { url: page.url } };
	const texts = { message: page.error, cause: 'Not fetched.', remedy: 'Check {url}.' };
	const rest = { retry: 'never', possiblyExecuted: false } as const;
	return { item, failure: { errorId: 'callFailed', ...texts, ...rest } };
}

const pagesIn = ({ pages }: JsonObject): JsonObject[] =>
	Array.isArray(pages) ? pages.filter(isObject) : [];

const batchOperation: Operation = defineOperation<Values>({
	...{ value: 'batch', name: 'Batch', action: 'Batch', description: '', toolDescription: '' },
	fields: [
		...[text('url'), text('language')],
		{ displayName: 'Separate', name: 'separate', type: 'boolean', default: false },
	],
	output: z.object({ url: z.string() }),
	input: z.object({
		url: z.string().url('must be a URL'),
		language: z.string().optional(),
		separate: z.boolean().default(false),
	}) as unknown as z.ZodType<Values, z.ZodTypeDef, unknown>,
	batchKey: ({ language = '', separate }) => (separate ? undefined : language),
	toRequest: ({ language }, batch) => ({
		...{ endpoint: endpoints.scrape, method: 'POST', path: ['batch', 'scrape'] },
		body: { urls: batch.map(({ url }) => url), language },
		...{ idempotency: 'read', serviceTimeoutMs: 1000 },
	}),
	toParts: (answer, _options, _values, batch) => pagesIn(answer).map((page) => partOf(page, batch)),
	notices: (answer, _values, _now, batch) =>
		pagesIn(answer).flatMap((page): Notice[] =>
			typeof page.warning === 'string'
				? [{ kind: 'warning', text: page.warning, item: itemOf(page, batch) }]
				: [],
		),
});

const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://example.com/${name}`);
let sent: (string | undefined)[][] = [];
/** What the service adds to the page b. */
let added: JsonObject = {};
let status = 200;

const server = createServer((request, response) => {
	let received = '';
	request.on('data', (chunk: Buffer) => (received += chunk.toString()));
	request.on('end', () => {
		const { urls } = JSON.parse(received) as { urls: string[] };
		sent.push(urls);
		const pages = urls.map((url) => ({ url, ...(url === b ? added : {}) })).reverse();
		response.writeHead(status, { 'content-type': 'application/json' });
		const failure = { success: false, error: 'Unauthorized: Invalid token' };
		response.end(JSON.stringify(status === 200 ? { success: true, pages } : failure));
	});
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
	[sent, added, status] = [[], {}, 200];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

type TestItem = Partial<Values> & { requestSettings?: object; simplify?: boolean; key?: string };

async function run(items: TestItem[], onError?: OnError) {
	const { port } = server.address() as AddressInfo;
	const hints: { message: string }[] = [];
	const context = executeContext(
		new WebData(),
		{ parameters: {}, credential: {}, items: items.map(() => ({})), onError },
		hints as never,
	);
	const fixed = { resource: 'test', operation: 'batch', language: '', separate: false };
	const parameters = items.map((item): JsonObject => ({
		...{ ...fixed, requestSettings: {}, simplify: true },
		...item,
	}));
	const names = Object.keys(parameters[0] ?? {});
	const stored = Object.fromEntries(names.map((name) => [name, '={{ $json }}']));
	const node: INode = { ...context.getNode(), parameters: stored };
	const baseUrl = `http://127.0.0.1:${port}`;
	Object.assign(context, {
		getNode: () => node,
		getNodeParameter: (name: string, index: number, fallback: unknown) =>
			parameters[index]?.[name] ?? fallback,
		getCredentials: async (_type: string, index: number) =>
			await Promise.resolve({ baseUrl, apiKey: items[index]?.key ?? 'key-1' }),
	});
	const [output = []] = await runOperations(context);
	const brief = output.map(({ json, pairedItem }) => [json.url ?? json.error, pairedItem]);
	return { brief, hints: hints.map(({ message }) => message) };
}

const paired = (...values: unknown[]) => values.map((value, item) => [value, { item }]);
const three = [{ url: a }, { url: b }, { url: c }];

describe('items with the same batch key', () => {
	it('are sent in one request, and each output item is in input order and paired with its item', async () => {
		expect((await run(three)).brief).toEqual(paired(a, b, c));
		expect(sent).toEqual([[a, b, c]]);
	});

	it('are sent separately from items with another key, another account, or no key', async () => {
		const others = [
			{ url: d, key: 'key-2' },
			{ url: e, separate: true },
		];
		await run([{ url: a }, { url: b, language: 'de' }, { url: c }, ...others]);
		expect(sent.sort()).toEqual([[a, c], [b], [d], [e]]);
	});

	it('are sent separately if their settings differ', async () => {
		const requestSettings = { maxTries: 1 };
		const items = [{ url: a, requestSettings }, { url: b }, { url: c, requestSettings }];
		await run([...items, { url: d, simplify: false }]);
		expect(sent.sort()).toEqual([[a, c], [b], [d]]);
	});
});

describe('a failed item', () => {
	beforeEach(() => {
		added = { error: 'Not found' };
	});

	it('becomes an error item in its position when On Error continues', async () => {
		const { brief } = await run(three, 'continueRegularOutput');
		expect(brief).toEqual(paired(a, 'Not found', c));
	});

	it('ends the node with an error that has its index when On Error stops', async () => {
		const error = await run(three).catch((thrown: unknown) => thrown as NodeApiError);
		expect(error).toMatchObject({ message: 'Not found', context: { itemIndex: 1 } });
	});
});

describe('an invalid item', () => {
	const items = [{ url: a }, { url: 'nothing' }, { url: c }];

	it('is left out of the request when On Error continues', async () => {
		const { brief } = await run(items, 'continueRegularOutput');
		expect(sent).toEqual([[a, c]]);
		expect(brief).toEqual(paired(a, "'url' must be a URL", c));
	});

	it('ends the node before anything is sent when On Error stops', async () => {
		await expect(run(items)).rejects.toThrow("'url' must be a URL");
		expect(sent).toEqual([]);
	});
});

it('a failed request fails each of its items', async () => {
	status = 401;
	const { brief } = await run([{ url: a }, { url: b }], 'continueErrorOutput');
	expect(sent).toHaveLength(1);
	expect(brief).toEqual(paired('Invalid API key', 'Invalid API key'));
});

it('the hint about a notice names the item', async () => {
	added = { warning: 'Cut' };
	expect((await run([{ url: a }, { url: b }])).hints).toEqual(['Cut [item 1].']);
});
