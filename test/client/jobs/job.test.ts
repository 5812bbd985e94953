import { agentJob } from '../../../nodes/WebData/resources/agent/job';
import { withTimeout } from '../../../nodes/WebData/client/client';
import { phaseOf, validJobId } from '../../../nodes/WebData/client/jobs/job';
import { scriptedClient, scriptedTransport } from '../../support/scriptedTransport';
import { VirtualTime } from '../../support/virtualTime';

describe('phaseOf', () => {
	it.each([
		['processing', 'running'],
		['paused', 'unknown'],
		['constructor', 'unknown'],
		[undefined, 'unknown'],
	])('returns for the status %j: %s', (status, phase) => {
		expect(phaseOf(agentJob, { success: true, status })).toBe(phase);
	});

	it.each([
		['data', { data: { total: 3 } }, 'completed'],
		['an end time', { completedAt: '2026-11-22T05:18:25.000Z' }, 'completed'],
		['success: false and an error', { success: false, error: 'It broke' }, 'failed'],
		['success: false and data', { success: false, data: {} }, 'failed'],
		['only success: false', { success: false }, 'unknown'],
		['a listed status', { status: 'processing', success: false, data: {} }, 'running'],
		['data that is null', { data: null }, 'unknown'],
	])('returns for an unknown status with %s: %3$s', (_what, response, phase) => {
		expect(phaseOf(agentJob, { status: 'archived', ...response })).toBe(phase);
	});
});

it('validJobId accepts only an ID that can be part of a path', () => {
	const valid = ['0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17', 'job_01HZX', 'job:01', 'a'];
	expect(valid.map(validJobId)).toEqual(valid);
	const wrong = ['..', '', 'a/../b', 'a?b', 'a%2fb', '\ud800', 'a'.repeat(201), 7];
	expect(wrong.filter((id) => validJobId(id) !== undefined)).toEqual([]);
});

it('withTimeout stops the client when the execution is stopped', async () => {
	const runtime = new VirtualTime();
	const execution = new AbortController();
	const transport = scriptedTransport();
	const client = scriptedClient({ transport, runtime, signal: execution.signal });
	const done = withTimeout(5000, client, ({ stop }) => runtime.sleep(5000, stop.signal));
	execution.abort();
	expect(await runtime.runUntilSettled(done)).toBe(0);
});
