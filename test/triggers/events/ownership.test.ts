import { TOKEN_HEADER } from '../../../nodes/WebData/resources/monitor/service';
import {
	type MarkContext,
	type Relation,
	relationOf,
	webhookToken,
	webhookUrlParts,
} from '../../../nodes/WebData/triggers/events/ownership';

const mark = { instanceId: 'instance', workflowId: 'workflow', nodeId: 'node' };
const url = 'https://n8n.example.com/webhook/4c9f/webhook';
const trigger = { mark, url, state: { monitorId: 'monitor', token: 'token' } };

const otherNode = { nodeId: 'other' };
const otherId = { id: 'other' };
const otherToken = { headers: { [TOKEN_HEADER]: 'other' } };
const elsewhere = { url: 'https://elsewhere.example/webhook/4c9f/webhook' };
const otherPath = { url: 'https://n8n.example.com/webhook/77aa/webhook' };

interface Changes {
	monitor?: object;
	webhook?: object;
	metadata?: object;
}

test.each<[Relation, string, Changes]>([
	['own', 'the mark, the URL, the ID, and the token', {}],
	['own', 'no headers', { webhook: { headers: null } }],
	['own', 'the URL for tests', { webhook: { url: url.replace('webhook', 'webhook-test') } }],
	['own', 'another node and path', { metadata: otherNode, webhook: otherPath }],
	['own', 'another path', { webhook: otherPath }],

	['moved', 'another address', { webhook: elsewhere }],
	['moved', 'another N8N_PATH', { webhook: { url: url.replace('.com/', '.com/n8n/') } }],
	['moved', 'another protocol', { webhook: { url: url.replace('https', 'http') } }],

	['twin', 'another address and ID', { webhook: elsewhere, monitor: otherId }],
	['twin', 'another address and token', { webhook: { ...elsewhere, ...otherToken } }],
	['twin', 'another path and ID', { webhook: otherPath, monitor: otherId }],

	['foreign', 'another node and ID', { metadata: otherNode, monitor: otherId }],
	['foreign', 'another node and token', { metadata: otherNode, webhook: otherToken }],
	['foreign', 'another node and no headers', { metadata: otherNode, webhook: { headers: null } }],
	['foreign', 'another workflow', { metadata: { workflowId: 'copy' } }],
	['foreign', 'another instance', { metadata: { instanceId: 'copy' } }],
	['foreign', 'no purpose', { metadata: { createdFor: undefined } }],
	['foreign', 'no webhook', { monitor: { webhook: null } }],
	['foreign', 'the status deleted', { monitor: { status: 'deleted' } }],
])('relationOf returns %s for a monitor with %s: %j', (relation, _case, changes) => {
	const metadata = { ...mark, createdFor: 'workflow', ...changes.metadata };
	const headers = { [TOKEN_HEADER]: 'token' };
	const webhook = { url, headers, metadata, ...changes.webhook };
	const monitor = { id: 'monitor', status: 'active', webhook, ...changes.monitor };
	expect(relationOf(monitor, trigger)).toBe(relation);
});

it('relationOf does not take a monitor without a token for the stored one if the state has no token', () => {
	const webhook = { ...elsewhere, metadata: { ...mark, createdFor: 'workflow' } };
	const monitor = { id: 'monitor', status: 'active', webhook };
	expect(relationOf(monitor, { mark, url, state: { monitorId: 'monitor' } })).toBe('twin');
});

it.each([
	[url, 'https://n8n.example.com', 'webhook', '4c9f/webhook'],
	['http://a:5678/n8n/webhook-test/4c9f/webhook', 'http://a:5678/n8n', 'webhook-test', undefined],
	['', '', undefined, ''],
])('webhookUrlParts of %j', (given, base, endpoint, path = '4c9f/webhook') => {
	expect(webhookUrlParts(given)).toEqual({ base, endpoint, path });
});

describe('the token of a webhook', () => {
	const contextOf = (changes: Partial<typeof mark & { webhookId: string }> = {}): MarkContext => {
		const { instanceId, workflowId, nodeId, webhookId } = { ...mark, webhookId: 'w', ...changes };
		return {
			getInstanceId: () => instanceId,
			getWorkflow: () => ({ id: workflowId, name: 'Tides', active: true }),
			getNode: () => ({ id: nodeId, webhookId }) as never,
		};
	};
	const token = webhookToken(contextOf(), 'workflow', 'key');

	it('is the same after a loss of the state', () => {
		expect(token).toMatch(/^[0-9a-f]{64}$/);
		expect(webhookToken(contextOf(), 'workflow', 'key')).toBe(token);
	});

	it('needs no instance ID of the host', () => {
		const host = { ...contextOf(), getInstanceId: undefined };
		expect(webhookToken(host, 'workflow', 'key')).toMatch(/^[0-9a-f]{64}$/);
	});

	it.each([
		['instance', webhookToken(contextOf({ instanceId: 'other' }), 'workflow', 'key')],
		['workflow', webhookToken(contextOf({ workflowId: 'other' }), 'workflow', 'key')],
		['node', webhookToken(contextOf({ nodeId: 'other' }), 'workflow', 'key')],
		['webhook ID', webhookToken(contextOf({ webhookId: 'other' }), 'workflow', 'key')],
		['purpose', webhookToken(contextOf(), 'test', 'key')],
		['API key', webhookToken(contextOf(), 'workflow', 'other')],
	])('differs with another %s', (_part, other) => {
		expect(other).not.toBe(token);
	});
});
