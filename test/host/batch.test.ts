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

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INode, NodeApiError, OnError } from 'n8n-workflow';
import { z } from 'zod';
import { runOperations } from '../../nodes/WebData/host/execute';
import { isObject, type JsonObject } from '../../nodes/WebData/api/http/response';
import { WebData } from '../../nodes/WebData/WebData.node';
import {
	defineOperation,
	type Operation,
	type OutputPart,
} from '../../nodes/WebData/operations/operation';
import { executeContext } from '../support/builtNode';

interface Values {
	url: string;
	language?: string;
	separate: boolean;
}

const text = (name: string) => ({ displayName: name, name, type: 'string', default: '' }) as const;

const partOf = (page: unknown, batch: readonly Values[]): OutputPart => {
	const { url, error } = isObject(page) ? page : {};
	const item = batch.findIndex((values) => values.url === url);
	if (typeof error !== 'string') return { item, json: { url } };
	const failure = {
		errorId: 'callFailed',
		message: error,
		cause: 'The page could not be fetched.',
		remedy: 'Check {url}.',
		retry: 'never',
		possiblyExecuted: false,
	} as const;
	return { item, failure };
};

const batchOperation: Operation = defineOperation<Values>({
	value: 'batch',
	name: 'Batch',
	action: 'Batch',
	description: '',
	toolDescription: '',
	fields: [
		text('url'),
		text('language'),
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
		endpoint: 'scrape',
		method: 'POST',
		path: ['batch', 'scrape'],
		body: { urls: batch.map(({ url }) => url), language },
		idempotency: 'read',
		serviceTimeoutMs: 1000,
	}),
	toParts: ({ pages }, _options, _values, batch) =>
		(Array.isArray(pages) ? pages : []).map((page: unknown) => partOf(page, batch)),
	notices: ({ pages }, _values, _now, batch) =>
		(Array.isArray(pages) ? pages : [])
			.filter(isObject)
			.flatMap(({ url, warning }) =>
				typeof warning === 'string'
					? [
							{
								kind: 'warning',
								text: warning,
								item: batch.findIndex((values) => values.url === url),
							},
						]
					: [],
			),
});

let server: Server;
let requestBodies: JsonObject[] = [];
let respond: (urls: string[]) => { status: number; body: object };

const pagesOf = (urls: string[]) => urls.map((url): JsonObject => ({ url }));

beforeAll(async () => {
	server = createServer((request, response) => {
		let received = '';
		request.on('data', (chunk: Buffer) => (received += chunk.toString()));
		request.on('end', () => {
			const body = JSON.parse(received) as { urls: string[] };
			requestBodies.push({ ...body });
			const { status, body: answer } = respond(body.urls);
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
	requestBodies = [];
	respond = (urls) => ({ status: 200, body: { success: true, pages: pagesOf(urls).reverse() } });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const url = (name: string) => `https://example.com/${name}`;

interface TestItem {
	url: string;
	language?: string;
	separate?: boolean;
	requestSettings?: object;
	simplify?: boolean;
}

async function run(
	items: TestItem[],
	{
		onError,
		settings = {},
		keys = [],
	}: { onError?: OnError; settings?: object; keys?: string[] } = {},
) {
	const { port } = server.address() as AddressInfo;
	const hints: { message: string }[] = [];
	const context = executeContext(
		new WebData(),
		{ parameters: {}, credential: {}, items: items.map(() => ({})), onError },
		hints as never,
	);
	const node: INode = { ...context.getNode(), parameters: { url: '={{ $json.url }}' } };
	const parameters = items.map((item) => ({
		resource: 'test',
		operation: 'batch',
		language: '',
		separate: false,
		requestSettings: settings,
		simplify: true,
		...item,
	}));
	Object.assign(context, {
		getNode: () => node,
		getNodeParameter: (name: string, index: number, fallback: unknown) =>
			(parameters[index] as JsonObject)[name] ?? fallback,
		getCredentials: (_type: string, index: number) =>
			Promise.resolve({ baseUrl: `http://127.0.0.1:${port}`, apiKey: keys[index] ?? 'key-1' }),
	});
	node.parameters = Object.fromEntries(
		Object.keys(parameters[0] ?? {}).map((name) => [name, '={{ $json }}']),
	);
	const [output = []] = await runOperations(context);
	const brief = output.map(({ json, pairedItem }) => [json.url ?? json.error, pairedItem]);
	return { brief, hints: hints.map(({ message }) => message) };
}

describe('items with the same batch key', () => {
	it('are sent in one request, and each output item is in input order and paired with its item', async () => {
		const { brief } = await run(['a', 'b', 'c'].map((name) => ({ url: url(name) })));
		expect(requestBodies.map(({ urls }) => urls)).toEqual([[url('a'), url('b'), url('c')]]);
		expect(brief).toEqual([
			[url('a'), { item: 0 }],
			[url('b'), { item: 1 }],
			[url('c'), { item: 2 }],
		]);
	});

	it('are sent separately from items with another key, another account, or no key', async () => {
		await run(
			[
				{ url: url('a') },
				{ url: url('b'), language: 'de' },
				{ url: url('c') },
				{ url: url('d') },
				{ url: url('e'), separate: true },
			],
			{ keys: ['key-1', 'key-1', 'key-1', 'key-2', 'key-1'] },
		);
		const sent = requestBodies.map(({ urls }) => urls as string[]);
		expect(sent.sort()).toEqual([[url('a'), url('c')], [url('b')], [url('d')], [url('e')]]);
	});

	it('are sent separately if their settings differ', async () => {
		await run([
			{ url: url('a'), requestSettings: { maxTries: 1 } },
			{ url: url('b') },
			{ url: url('c'), requestSettings: { maxTries: 1 } },
			{ url: url('d'), simplify: false },
		]);
		const sent = requestBodies.map(({ urls }) => urls as string[]);
		expect(sent.sort()).toEqual([[url('a'), url('c')], [url('b')], [url('d')]]);
	});

	it('are previewed as one item that is paired with all input items', async () => {
		const settings = { previewRequest: true };
		const { brief } = await run([{ url: url('a') }, { url: url('b') }], { settings });
		expect(requestBodies).toEqual([]);
		expect(brief).toHaveLength(1);
		expect(brief[0]?.[1]).toEqual([{ item: 0 }, { item: 1 }]);
	});
});

describe('a failed item', () => {
	beforeEach(() => {
		respond = (urls) => ({
			status: 200,
			body: {
				success: true,
				pages: pagesOf(urls).map((page) =>
					page.url === url('b') ? { ...page, error: 'Not found' } : page,
				),
			},
		});
	});
	const items = ['a', 'b', 'c'].map((name) => ({ url: url(name) }));

	it('becomes an error item in its position when On Error continues', async () => {
		const { brief } = await run(items, { onError: 'continueRegularOutput' });
		expect(brief).toEqual([
			[url('a'), { item: 0 }],
			['Not found', { item: 1 }],
			[url('c'), { item: 2 }],
		]);
	});

	it('ends the node with an error that has its index when On Error stops', async () => {
		const error = await run(items).then(
			() => undefined,
			(thrown: unknown) => thrown as NodeApiError,
		);
		expect(error?.message).toBe('Not found');
		expect(error?.context.itemIndex).toBe(1);
	});
});

describe('an invalid item', () => {
	const items = [{ url: url('a') }, { url: 'nothing' }, { url: url('c') }];

	it('is left out of the request when On Error continues', async () => {
		const { brief } = await run(items, { onError: 'continueRegularOutput' });
		expect(requestBodies.map(({ urls }) => urls)).toEqual([[url('a'), url('c')]]);
		expect(brief).toEqual([
			[url('a'), { item: 0 }],
			["'url' must be a URL", { item: 1 }],
			[url('c'), { item: 2 }],
		]);
	});

	it('ends the node before anything is sent when On Error stops', async () => {
		await expect(run(items)).rejects.toThrow("'url' must be a URL");
		expect(requestBodies).toEqual([]);
	});
});

it('a failed request fails each of its items', async () => {
	respond = () => ({ status: 401, body: { success: false, error: 'Unauthorized: Invalid token' } });
	const items = [{ url: url('a') }, { url: url('b') }];
	const { brief } = await run(items, { onError: 'continueErrorOutput' });
	expect(requestBodies).toHaveLength(1);
	expect(brief.map(([, pairedItem]) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(new Set(brief.map(([message]) => message)).size).toBe(1);
});

it('the hint about a notice names the item', async () => {
	respond = (urls) => ({
		status: 200,
		body: {
			success: true,
			pages: pagesOf(urls).map((page) => ({
				...page,
				warning: page.url === url('b') ? 'Cut' : undefined,
			})),
		},
	});
	const { hints } = await run([{ url: url('a') }, { url: url('b') }]);
	expect(hints).toEqual(['Cut [item 1].']);
});
