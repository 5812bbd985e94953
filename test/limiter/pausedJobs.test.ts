import { call } from '../../nodes/WebData/client/call';
import type { Client } from '../../nodes/WebData/client/client';
import type { ApiRequest } from '../../nodes/WebData/client/request';
import { followJob, type FollowSettings } from '../../nodes/WebData/client/jobs/follow';
import { agentJob } from '../../nodes/WebData/resources/agent/job';
import { traceRequest } from '../../nodes/WebData/resources/agent/service';
import type { Transport, TransportResult } from '../../nodes/WebData/transport/http';
import { followSettings, jobId, processing } from '../client/jobs/playJob';
import { answer, outcomeOf, scriptedClient } from '../support/scriptedTransport';
import { VirtualTime } from '../support/virtualTime';

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
			const job = { kind: agentJob, jobId, client };
			const settings = followSettings({ maxWaitMs: 10_000, onTimeout });
			const ended = outcomeOf(followJob(job, agentJob.poll(jobId), settings));
			const tookMs = await runtime.runUntilSettled(ended);
			await runtime.runUntil(1_000_000);
			return { result: await ended, tookMs };
		},
	};
}

const fourthPoll = (name: string, count: number): boolean => name === 'GET agent' && count === 4;

describe('a poll that is refused with a wait that is longer than Max Wait', () => {
	it('is not repeated, and the job ends when Max Wait is over', async () => {
		const { follow, log } = stage(fourthPoll);
		const facts = { jobId, status: 'processing', lastPoll: 'Rate limit exceeded' };
		const result = { ok: false, failure: { errorId: 'maxWaitOver', facts } };
		expect(await follow('error')).toMatchObject({ tookMs: 10_000, result });
		expect(log).toEqual(['0 GET agent', '1 GET agent', '2 GET agent', '3 GET agent']);
	});

	it('does not delay the cancel request', async () => {
		const { follow, log } = stage(fourthPoll);
		expect(await follow('cancel')).toMatchObject({
			tookMs: 10_000,
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
		tookMs: 10_000,
		result: { ok: false, failure: { errorId: 'rateLimitPaused', facts: { jobId } } },
	});
	expect(log.slice(0, 3)).toEqual(['0 GET agent', '0 GET agent', '300 GET agent']);
});
