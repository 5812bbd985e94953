import { failureOfTransport } from '../../nodes/WebData/errors/classify';
import type { ReadyItem } from '../../nodes/WebData/host/item';
import { openReplayStore } from '../../nodes/WebData/host/replay';

const KEY = 'wd-s3cret-key-0123456789';

interface Attempt {
	context: object;
	url?: string;
	form?: Record<string, unknown>;
	itemIndex?: number;
	runIndex?: number;
	type?: string;
}

/**
 * Attempts that have the same `context` belong to one execution, or to a retry of that execution.
 */
function storeOf({ context, url = 'a', form = { url: '={{ $json.url }}' }, ...at }: Attempt) {
	const { itemIndex = 0, runIndex = 0, type = 'webData' } = at;
	const source = {
		context: {
			getNode: () => ({ type, parameters: form }),
			getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		},
		record: { node: context },
	} as unknown as Parameters<typeof openReplayStore>[0];
	const item = {
		index: itemIndex,
		plan: { request: { path: ['scrape'], body: { url } } },
		opened: { account: { baseUrl: 'https://api.example.com', apiKey: KEY } },
	} as unknown as ReadyItem;
	return openReplayStore(source, item);
}

const record = { jobId: 'job-1' };

test.each<[string, Omit<Attempt, 'context'>]>([
	['for the same request', {}],
	['if an expression gives another request', { url: 'b' }],
	['if the form was changed but the request is the same', { form: { url: 'a' } }],
])('a later attempt finds the record %s', (_case, later) => {
	const context = {};
	storeOf({ context }).set(record);
	expect(storeOf({ context, ...later }).get()).toEqual(record);
});

test.each<[string, Omit<Attempt, 'context'>]>([
	['of another item', { itemIndex: 1 }],
	['of another run of the node', { runIndex: 1 }],
	['of another form with another request', { url: 'b', form: { url: 'b' } }],
])('a later attempt does not find the record %s', (_case, later) => {
	const context = {};
	storeOf({ context }).set(record);
	expect(storeOf({ context, ...later }).get()).toEqual({});
});

test('different requests of a tool through the same form have separate records', () => {
	const context = {};
	storeOf({ context, type: 'webDataTool' }).set(record);
	expect(storeOf({ context, type: 'webDataTool', url: 'b' }).get()).toEqual({});
	expect(storeOf({ context, type: 'webDataTool' }).get()).toEqual(record);
});

test('the API key is masked in a stored failure', () => {
	const context = {};
	const failure = failureOfTransport({
		kind: 'failure',
		failure: 'closed',
		possiblySent: true,
		detail: `no answer to ${KEY}`,
	});
	storeOf({ context }).set({ failure });
	expect(JSON.stringify(context)).toContain('no answer to ***');
});
