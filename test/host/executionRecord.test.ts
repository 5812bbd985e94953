import { openExecutionRecord } from '../../nodes/WebData/host/replay';

type Source = Parameters<typeof openExecutionRecord>[0];

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
	} as unknown as Source);

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
	expect(record.identityOf(0)).toBe('1');
});

test('a retry of an execution has the same identity, because the token in the resume URL is the same', () => {
	const [first, retry] = ['1', '2'].map((executionId) => openRecord({ executionId, token: 'abc' }));
	expect(first?.identityOf(0)).toMatch(/^[0-9a-f]{32}$/);
	expect(retry?.identityOf(0)).toBe(first?.identityOf(0));
	expect(openRecord({ executionId: '2', token: 'abd' }).identityOf(0)).not.toBe(
		first?.identityOf(0),
	);
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
	expect(first.identityOf(0)).toBe(first.identityOf(1));
	expect(first.identityOf(0)).not.toBe(second.identityOf(0));
	first.node.webData = {};
	expect(second.node).toEqual({});
});
