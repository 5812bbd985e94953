import { call } from '../../nodes/WebData/client/call';
import type { Client } from '../../nodes/WebData/client/client';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import { followJob, type FollowSettings } from '../../nodes/WebData/client/jobs/follow';
import { agentJob } from '../../nodes/WebData/resources/agent/job';
import { traceRequest } from '../../nodes/WebData/resources/agent/service';
import type { Transport, TransportResult } from '../../nodes/WebData/transport/http';
import { answer, outcomeOf, scriptedClient } from '../support/scriptedTransport';
import { VirtualTime } from '../support/virtualTime';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
const processing = answer(200, { success: true, status: 'processing' });
const limited = answer(429, { error: 'Rate limit exceeded' }, { 'retry-after': '300' });

/**
 * Simulates a service that responds immediately. `isRefused` receives the name of a request and the number of requests
 * with this name, including the current request.
 */
function stage(isRefused: (name: string, count: number) => boolean) {
	const runtime = new VirtualTime();
	/** For each request, its arrival time in seconds and its name. */
	const log: string[] = [];
	const respond = (name: string): TransportResult =>
		isRefused(name, log.filter((entry) => entry.endsWith(name)).length) ? limited : processing;
	const transport: Transport = {
		send: ({ method, url }) => {
			const name = `${method} ${new URL(url).pathname.split('/')[2] ?? ''}`;
			log.push(`${runtime.now() / 1000} ${name}`);
			return Promise.resolve(respond(name));
		},
		close: () => Promise.resolve(),
	};
	const settings = { maxTries: 1, maxWaitMs: 600_000, maxResponseBytes: 1000 };
	const client: Client = scriptedClient({ transport, runtime, settings });

	return {
		log,
		send: (request: ApiRequest) => outcomeOf(call(request, client)),
		/** Polls a job for up to 10 seconds. */
		async follow(onTimeout: FollowSettings['onTimeout']) {
			let ended: { result: object; atSeconds: number } | undefined;
			const settings = { intervalMs: 10_000, maxWaitMs: 10_000, cancelOnStop: true, onTimeout };
			const from = runtime.now();
			const job = { kind: agentJob, jobId, client };
			void outcomeOf(followJob(job, agentJob.poll(jobId), settings)).then((result) => {
				ended = { result, atSeconds: (runtime.now() - from) / 1000 };
			});
			await new Promise(setImmediate);
			await runtime.runUntil(from + 1_000_000);
			return ended;
		},
	};
}

const fourthPoll = (name: string, count: number): boolean => name === 'GET agent' && count === 4;

describe('a poll that is refused with a wait that is longer than Max Wait', () => {
	it('is not repeated, and the job ends when Max Wait is over', async () => {
		const { follow, log } = stage(fourthPoll);
		const facts = { jobId, status: 'processing', lastPoll: 'Rate limit exceeded' };
		const result = { ok: false, failure: { errorId: 'maxWaitOver', facts } };
		expect(await follow('error')).toMatchObject({ atSeconds: 10, result });
		expect(log).toEqual(['0 GET agent', '1 GET agent', '2 GET agent', '3 GET agent']);
	});

	it('does not delay the cancel request', async () => {
		const { follow, log } = stage(fourthPoll);
		expect(await follow('cancel')).toMatchObject({
			atSeconds: 10,
			result: { ok: false, failure: { errorId: 'maxWaitOverCancelled' } },
		});
		expect(log.slice(4)).toEqual(['10 DELETE agent']);
	});
});

it('a job whose polls are paused before the first one fails when Max Wait is over', async () => {
	const { follow, send, log } = stage((name) => name === 'GET agent');
	void send(traceRequest(jobId));
	void send(traceRequest(jobId));
	expect(await follow('error')).toMatchObject({
		atSeconds: 10,
		result: { ok: false, failure: { errorId: 'rateLimitPaused', facts: { jobId } } },
	});
	expect(log.slice(0, 3)).toEqual(['0 GET agent', '0 GET agent', '300 GET agent']);
});
