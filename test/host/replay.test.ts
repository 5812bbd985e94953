import type { INodeProperties } from 'n8n-workflow';
import type { ReplayRecord } from '../../nodes/WebData/client/replay';
import { failureOfTransport } from '../../nodes/WebData/errors/failure';
import { formOf, text } from '../../nodes/WebData/form/form';
import { isGroup } from '../../nodes/WebData/form/marks';
import {
	type ExecutionRecord,
	openExecutionRecord,
} from '../../nodes/WebData/host/executionRecord';
import type { ReadyItem } from '../../nodes/WebData/host/item';
import {
	findRecords,
	hasJob,
	openReplayStore,
	sentParameters,
} from '../../nodes/WebData/host/replay';
import { routes } from '../cases/routes';
import { resources } from '../../nodes/WebData/resources';

const KEY = 'wd-s3cret-key-0123456789';

interface Attempt {
	context: object;
	url?: string;
	form?: Record<string, unknown>;
	itemIndex?: number;
	runIndex?: number;
	type?: string;
	accountId?: string;
}

/**
 * Attempts that have the same `context` belong to one execution, or to a retry of that execution.
 */
function storeOf({ context, url = 'a', form = { url: '={{ $json.url }}' }, ...at }: Attempt) {
	const { itemIndex = 0, runIndex = 0, type = 'webData', accountId = 'one' } = at;
	const source = {
		context: {
			getNode: () => ({ type, parameters: form }),
			getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		},
		record: { node: context },
	} as unknown as Parameters<typeof openReplayStore>[0];
	const request = { route: routes.interact, body: { url } };
	const item = {
		index: itemIndex,
		operation: { form: formOf({ url: text('URL') }) },
		plan: { request },
		account: { apiKey: KEY, id: accountId },
	} as unknown as ReadyItem;
	const keys = findRecords(source, [[item]]);
	return openReplayStore(source, item, request, keys.get(itemIndex));
}

const record = { jobId: 'job-1' };

test.each<[string, Omit<Attempt, 'context'>]>([
	['for the same request', {}],
	['if an expression gives another request', { url: 'b' }],
	['if the form was changed but the request is the same', { form: { url: 'a' } }],
	['if the request has moved to another item', { itemIndex: 1 }],
])('a later attempt finds the record %s', (_case, later) => {
	const context = {};
	storeOf({ context }).set(record);
	expect(storeOf({ context, ...later }).get()).toEqual(record);
});

test.each<[string, Omit<Attempt, 'context'>]>([
	['of another request of another item', { itemIndex: 1, url: 'b' }],
	['of another run of the node', { runIndex: 1 }],
	['of another form with another request', { url: 'b', form: { url: 'b' } }],
	['of another account', { accountId: 'other' }],
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

const failure = failureOfTransport({
	kind: 'failure',
	failure: 'closed',
	possiblySent: true,
	detail: `no answer to ${KEY}`,
});
const masked = { ...failure, cause: failure.cause.replace(KEY, '***') };

test.each<[string, ReplayRecord, stored?: object]>([
	['a keyed request', { requestId: 'r', values: { url: 'a' }, sentBefore: true }],
	['a start without a response', { unsettled: true, sentAt: 5 }],
	['a job', { jobId: 'job-1', response: { invalidURLs: [] } }],
	['a forgotten job', {}],
	['an answer', { answer: { success: true } }],
	['a failure', { failure }, { failure: masked }],
	['a split request', { parts: { 0: { jobId: 'job-1' }, 1: { unsettled: true } } }],
])('the record of %s is read from the JSON of an execution', (_kind, written, stored = written) => {
	const context: object = {};
	storeOf({ context }).set(written);
	const json = JSON.parse(JSON.stringify(context)) as object;
	const request = expect.any(String) as string;
	const identity = { position: '0:0', request, form: expect.any(String) as string };
	const key = expect.stringMatching(/^0:0:[0-9a-f]{32}$/) as string;
	const records = Object.entries((json as { webData: object }).webData);
	expect(records).toEqual([[key, { ...stored, ...identity }]]);
	expect(storeOf({ context: json }).get()).toEqual(stored);
});

test.each<[string, ReplayRecord, boolean]>([
	['a job', { jobId: 'job-1' }, true],
	[
		'a split request of which the second start was refused',
		{ parts: { 0: { jobId: 'a' }, 1: {} } },
		true,
	],
	['a split request of which the first start was refused', { parts: { 0: {} } }, false],
	['a forgotten job', {}, false],
])('hasJob returns whether a job was started, for %s', (_kind, stored, is) => {
	const context = {};
	storeOf({ context }).set(stored);
	const [key] = Object.keys((context as { webData: object }).webData);
	expect(hasJob({ node: context } as ExecutionRecord, key)).toBe(is);
});

type RecordSource = Parameters<typeof openExecutionRecord>[0];

const contexts = { flow: { a: 1 }, node: { b: 2 } };

interface Host {
	executionId?: string;
	token?: string;
	isToolExecution?: boolean;
	getContext?: (type: 'flow' | 'node') => object;
}

const openRecord = ({ executionId, token, isToolExecution, ...host }: Host) =>
	openExecutionRecord({
		getContext: (type: 'flow' | 'node') => contexts[type],
		getExecutionId: () => executionId,
		isToolExecution: isToolExecution === undefined ? undefined : () => isToolExecution,
		getWorkflowDataProxy: () => ({
			$execution: {
				resumeUrl: `http://localhost:5678/webhook-waiting/1${token ? `?signature=${token}` : ''}`,
			},
		}),
		...host,
	} as unknown as RecordSource);

const hasNoContext = () => {
	throw new Error('`executionData` is not initialized');
};

test.each<[string, Host]>([
	['a node', { executionId: '1' }],
	['a tool that n8n runs as a node', { executionId: '1', isToolExecution: false }],
])('%s uses what n8n stores with the execution', (_case, host) => {
	const record = openRecord(host);
	expect(record).toMatchObject({ executionId: '1' });
	expect([record.flow, record.node]).toEqual([contexts.flow, contexts.node]);
	expect(record.identity).toBe('1');
});

test('a retry of an execution has the same identity, because the token in the resume URL is the same', () => {
	const [first, retry] = ['1', '2'].map((executionId) => openRecord({ executionId, token: 'abc' }));
	expect(first?.identity).toMatch(/^[0-9a-f]{32}$/);
	expect(retry?.identity).toBe(first?.identity);
	expect(openRecord({ executionId: '2', token: 'abd' }).identity).not.toBe(first?.identity);
});

test.each<[string, Host]>([
	['without an execution ID', {}],
	['without context data', { executionId: '1', getContext: hasNoContext }],
	[
		'of an agent that runs the tool itself',
		{ executionId: '1', isToolExecution: true, token: 'abc' },
	],
])('two calls %s share neither an identity nor a record of the node', (_case, host) => {
	const [first, second] = [openRecord(host), openRecord(host)];
	expect(first.identity).not.toBe(second.identity);
	first.node.webData = {};
	expect(second.node).toEqual({});
});

it('the parameters that identify a request contain each sent field, and no setting of the node', () => {
	const stored = (name: string, isInGroup: boolean, value: number) => ({
		...(isInGroup ? { options: { [name]: value } } : { [name]: value }),
		...{ requestSettings: { maxTries: value }, simplify: value },
	});
	const wrong = resources.flatMap(({ operations }) =>
		operations.flatMap((operation) => {
			const { fields, own } = operation.form;
			const all = fields.flatMap((field) =>
				isGroup(field) ? (field.options as INodeProperties[]) : [field],
			);
			const misplaced = all.filter((field) => {
				const [one, two] = [1, 2].map((value) => {
					const parameters = stored(field.name, !fields.includes(field), value);
					return JSON.stringify(sentParameters(operation, parameters));
				});
				return (one === two) !== field.name in own({ [field.name]: 1 });
			});
			return misplaced.map(({ name }) => `${operation.action}: ${name}`);
		}),
	);
	expect(wrong).toEqual([]);
});
