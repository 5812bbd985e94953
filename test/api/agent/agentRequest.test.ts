import { agentRequest, jobId, snapshotId } from '../../../nodes/WebData/api/agent/agentRequest';
import { long, problems } from '../schema/problems';

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b17';
const OTHER = '5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f';

const agent = (fields: Record<string, unknown>) =>
	problems(agentRequest, { prompt: 'Find the price', ...fields });

test.each([
	['only a prompt', {}],
	['the longest prompt', { prompt: long(10_000) }],
	['URLs', { urls: ['https://example.com', 'http://example.org/a'] }],
	['a schema and a credit limit', { schema: { type: 'object' }, maxCredits: 1 }],
	['a webhook', { webhook: { url: 'https://example.com/hook', events: ['completed', 'failed'] } }],
	['an unknown field of an open object', { exchange: { enabled: true, newField: 1 } }],
])('agentRequest accepts a request with %s', (_case, fields) => {
	expect(agent(fields)).toEqual([]);
});

test.each([
	[{ prompt: undefined }, 'prompt is required'],
	[{ prompt: '' }, 'prompt must not be empty'],
	[{ prompt: ' \n\t' }, 'prompt must not be empty'],
	[{ exchange: { maxCalls: 31 } }, 'exchange.maxCalls must be at most 30 (it is 31)'],
	[{ prompt: long(10_001) }, 'prompt must be at most 10000 characters long (it is 10001)'],
	[{ urls: ['nonsense'] }, 'urls.0 must start with http:// or https://'],
	[{ schema: 'object' }, 'schema must be a JSON object (it is "object")'],
	[{ maxCredits: 0 }, 'maxCredits must be at least 1 (it is 0)'],
	[{ maxCredits: 'Infinity' }, 'maxCredits must be a finite number'],
	[{ effort: 'huge' }, 'effort must be one of low, medium, high (it is "huge")'],
	[{ threadId: 'x' }, 'threadId must be a UUID'],
	[{ webhook: {} }, 'webhook.url is required'],
	[
		{ webhook: { url: 'https://a.example', metadata: { a: 1 } } },
		'webhook.metadata.a must be text (it is 1)',
	],
	[
		{ exchange: { toolkits: ['a', 'b', 'c', 'd', 'e', 'f'] } },
		'exchange.toolkits must contain at most 5 entries (it contains 6)',
	],
	[{ url: 'https://example.com' }, 'must not contain "url"'],
])('agentRequest rejects %j: %s', (fields, problem) => {
	expect(agent(fields)).toEqual([problem]);
});

test('jobId and snapshotId each read their part of a snapshot URL', () => {
	const address = `https://api.example.com/v2/agent/${ID}/snapshots/${OTHER}`;
	expect([jobId.parse(address), snapshotId.parse(address)]).toEqual([ID, OTHER]);
});

test.each(['latest', `../${ID.slice(1)}`, 'snap_01HZX'])('jobId rejects %j', (text) => {
	expect(problems(jobId, text)).toEqual(['must be the ID of an agent run, which is a UUID']);
});

test('snapshotId accepts an id that is not a UUID', () => {
	expect(snapshotId.parse(' snap_01HZX\n')).toBe('snap_01HZX');
	expect(snapshotId.parse(`https://a.example/v2/agent/${ID}/snapshots/snap_01HZX`)).toBe(
		'snap_01HZX',
	);
});

test.each(['..', '../latest', 'the latest', long(201)])('snapshotId rejects %j', (text) => {
	expect(problems(snapshotId, text)).toEqual([
		'must be the ID of a snapshot: up to 200 characters without spaces or slashes',
	]);
});
