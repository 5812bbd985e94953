import { TOKEN_HEADER } from '../../../nodes/WebData/resources/monitor/service';
import { ownershipOf } from '../../../nodes/WebData/triggers/events/ownership';

const mark = { instanceId: 'instance', workflowId: 'workflow', nodeId: 'node' };
const url = 'https://n8n.example.com/webhook/4c9f/webhook';
const trigger = { mark, url, state: { monitorId: 'monitor', token: 'token' } };

const headers = { [TOKEN_HEADER]: 'token' };
const ofOtherNode = { nodeId: 'other' };

interface Changes {
	monitor?: object;
	webhook?: object;
	metadata?: object;
}

test.each<[string, Changes, ReturnType<typeof ownershipOf>]>([
	['has the token and the mark of the trigger', {}, 'workflow'],
	['was created for a test', { metadata: { createdFor: 'test' } }, 'test'],
	['was not created for the trigger', { metadata: { createdFor: undefined } }, undefined],
	['is deleted', { monitor: { status: 'deleted' } }, undefined],
	['has no webhook', { monitor: { webhook: null } }, undefined],
	['has another workflow', { metadata: { workflowId: 'copy' } }, undefined],
	['has another instance', { metadata: { instanceId: 'copy' } }, undefined],

	['has the token, but another node', { metadata: ofOtherNode }, 'workflow'],
	[
		'has another token and another node',
		{ webhook: { headers: { [TOKEN_HEADER]: 'other' } }, metadata: ofOtherNode },
		undefined,
	],
	[
		'has no headers and another node',
		{ webhook: { headers: null }, metadata: ofOtherNode },
		undefined,
	],
	['has the node, but another ID', { monitor: { id: 'other' } }, 'workflow'],
	[
		'has another ID and another node',
		{ monitor: { id: 'other' }, metadata: ofOtherNode },
		undefined,
	],
	[
		'has another ID and another address of n8n',
		{ monitor: { id: 'other' }, webhook: { url: 'http://localhost:5678/webhook/4c9f/webhook' } },
		'workflow',
	],
	[
		'has another ID and another webhook path',
		{ monitor: { id: 'other' }, webhook: { url: 'https://n8n.example.com/webhook/77aa/webhook' } },
		undefined,
	],
])('ownershipOf a monitor that %s: %j', (_case, changes, ownership) => {
	const metadata = { ...mark, createdFor: 'workflow', ...changes.metadata };
	const webhook = { url, headers, metadata, ...changes.webhook };
	const monitor = { id: 'monitor', status: 'active', webhook, ...changes.monitor };
	expect(ownershipOf(monitor, trigger)).toBe(ownership);
});
