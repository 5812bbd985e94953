import {
	listForm,
	snapshotForm,
	startConflicts,
	startForm,
} from '../../../nodes/WebData/resources/agent/form';
import { agentJob } from '../../../nodes/WebData/resources/agent/job';
import { answer, scriptedClient, scriptedTransport } from '../../support/scriptedTransport';
import { long, problems } from '../../form/problems';

const ID = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
const OTHER = '5b1f0a52-30c8-4d8e-8f0d-6c1a2e3b4d5f';

const agent = (fields: Record<string, unknown>) =>
	problems(startForm.input, { prompt: 'Find the price', ...fields });

const webhook = (fields: object) => ({ webhook: { url: 'https://example.com/hook', ...fields } });

test.each([
	{ prompt: long(10_000), maxCredits: 1 },
	webhook({ headers: { 'X-Token': 'abc' }, metadata: { customer: '4711' }, events: ['completed'] }),
	{ effort: 'huge', threatProtection: { mode: 'manual-only' } },
	webhook({ events: ['paused'] }),
])('a task accepts %j', (fields) => {
	expect(agent(fields)).toEqual([]);
});

test.each([
	[{ toolkits: ['companies'] }, 1],
	[{ maxCalls: 3, enabled: false }, 1],
	[{ maxCalls: 3, enabled: true }, 0],
	[{ enabled: false }, 0],
	[undefined, 0],
])('catalog tools that are not enabled get a hint: %j', (exchange, count) => {
	const hints = startConflicts({ exchange });
	expect(hints).toHaveLength(count);
	for (const hint of hints)
		expect(hint).toMatchObject({ remedy: 'Turn on {enabled}', isHint: true });
});

test('a task has either a schema or an example', () => {
	const both = { schema: { type: 'object' }, schemaExample: { a: 1 } };
	expect(startConflicts(both)).toEqual([
		{ path: ['schemaExample'], message: 'cannot be combined with {schema}' },
	]);
});

test('a task leaves out the dialect of the schema, because the service knows only one', () => {
	const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' };
	expect(startForm.input.parse({ prompt: 'a', schema }).schema).toEqual({ type: 'object' });
});

test.each([
	['2026-01-31', 1_769_817_600_000],
	['2026-01-31 01:00', 1_769_821_200_000],
	['2026-01-31T01:00:00+01:00', 1_769_817_600_000],
])('Created Before %s is sent in milliseconds, in UTC without a time zone', (before, ms) => {
	expect(listForm.input.parse({ before }).before).toBe(ms);
});

const six = ['a', 'b', 'c', 'd', 'e', 'f'];

test.each<[Record<string, unknown>, string]>([
	[{ prompt: ' \n\t' }, 'prompt must not be empty'],
	[{ prompt: long(10_001) }, 'prompt must be at most 10000 characters long (it is 10001)'],
	[{ exchange: { maxCalls: 31 } }, 'exchange.maxCalls must be at most 30 (it is 31)'],
	[
		{ exchange: { toolkits: six } },
		'exchange.toolkits must contain at most 5 entries (it contains 6)',
	],
	[{ urls: ['nonsense'] }, 'urls.0 must start with http:// or https://'],
	[{ maxCredits: 0 }, 'maxCredits must be at least 1 (it is 0)'],
	[webhook({ metadata: { a: 1 } }), 'webhook.metadata.a must be text (it is 1)'],
	[{ url: 'https://example.com' }, 'must not contain "url"'],
])('a task rejects %j: %s', (fields, problem) => {
	expect(agent(fields)).toEqual([problem]);
});

const { jobId, snapshotId } = snapshotForm.input.shape;

test('jobId and snapshotId each read their part of a snapshot URL', () => {
	const address = `https://api.example.com/v2/agent/${ID}/snapshots/`;
	expect([jobId.parse(address), snapshotId.parse(address + OTHER)]).toEqual([ID, OTHER]);
	expect(snapshotId.parse(`${address}snap_01HZX\n`)).toBe('snap_01HZX');
	expect(problems(jobId, 'latest')).toEqual(['must be the ID of an agent run, which is a UUID']);
	expect(problems(snapshotId, '../latest')).toEqual([
		'must be the ID of a snapshot: up to 200 characters without spaces or slashes',
	]);
});

describe('agentJob', () => {
	const response = { status: 'failed', error: 'Agent was cancelled' };

	const refused = [{ type: 'run.finished', outcome: 'refused' }];

	it.each([
		['its trace', 'refused', answer(200, { success: true, events: refused })],
		['its status without a trace', 'cancelled', answer(400, { success: false, error: 'No' })],
		['its status with bad events', 'cancelled', answer(200, { success: true, events: [null] })],
	])('reads the reason of a failed run from %s', async (_what, errorId, trace) => {
		const transport = scriptedTransport(trace);
		const failure = await agentJob.failureOf(ID, response, scriptedClient({ transport }));
		expect(failure).toMatchObject({ errorId, message: 'Agent was cancelled' });
		expect(transport.requests[0]?.url).toBe(`https://api.example.com/v2/agent/${ID}/trace`);
	});
});
