// Runs that are followed while the limits of their account hold everything back: Max Wait ends when it says.

import { agentJob } from '../../nodes/WebData/api/agent/job';
import { followJob, type FollowSettings } from '../../nodes/WebData/api/jobs/followJob';
import { callApi, type CallResult, type Session } from '../../nodes/WebData/api/http/call';
import { openGates } from '../../nodes/WebData/rateLimit/rateLimiter';
import type { Transport, TransportResult } from '../../nodes/WebData/transport/http';
import { answer, scriptedSession } from '../support/scriptedTransport';
import { VirtualTime } from '../support/virtualTime';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
const processing = answer(200, { success: true, status: 'processing' });
const limited = answer(429, { error: 'Rate limit exceeded' }, { 'retry-after': '300' });

/** A service on a virtual clock, which answers at once and refuses what it is told to refuse, each by its name and count. */
function stage(isRefused: (path: string, count: number) => boolean) {
	const runtime = new VirtualTime();
	/** Seconds at which requests reached the service. */
	const log: string[] = [];
	const answerTo = (name: string): TransportResult =>
		isRefused(name, log.filter((each) => each.endsWith(name)).length) ? limited : processing;
	const transport: Transport = {
		send: ({ method, url }) => {
			const name = `${method} ${new URL(url).pathname.split('/')[2] ?? ''}`;
			log.push(`${runtime.now() / 1000} ${name}`);
			return Promise.resolve(answerTo(name));
		},
		close: () => Promise.resolve(),
	};
	const settings = { maxTries: 1, maxWaitMs: 600_000, maxResponseBytes: 1000 };
	const gate = openGates(runtime).enter({ maxConcurrency: 5, maxWaitMs: 600_000 });
	const account = { baseUrl: 'https://api.example.com', apiKey: 'wd-s3cret-key' };
	const session: Session = scriptedSession({
		account,
		transport: gate.guard(transport, account),
		runtime,
		settings,
	});

	return {
		log,
		/** Follows a run for 10 seconds; what that came to, and when it had. */
		async follow(onTimeout: FollowSettings['onTimeout']) {
			let ended: { result: CallResult; atSeconds: number } | undefined;
			const settled = { intervalMs: 10_000, maxWaitMs: 10_000, cancelOnStop: true, onTimeout };
			const from = runtime.now();
			void followJob(agentJob, jobId, session, settled).then((result) => {
				ended = { result, atSeconds: (runtime.now() - from) / 1000 };
			});
			// Whatever happens now has been planned before time passes.
			await new Promise(setImmediate);
			await runtime.runUntil(from + 1_000_000);
			return ended;
		},
		/** One page beside it, after so many seconds. */
		async scrape(afterSeconds: number) {
			if (afterSeconds > 0) await runtime.sleep(afterSeconds * 1000);
			const method = 'POST' as const;
			const request = {
				endpoint: 'scrape',
				method,
				path: ['scrape'],
				idempotency: 'repeatable',
			} as const;
			return await callApi({ ...request, serviceTimeoutMs: 60_000 }, session);
		},
	};
}

const fourthLook = (name: string, count: number): boolean => name === 'GET agent' && count === 4;
const scrapes = (name: string): boolean => name === 'POST scrape';

describe('Max Wait, in which the service asks for a longer wait', () => {
	it('is over in time, and nobody asks before the service allows it', async () => {
		const { follow, log } = stage(fourthLook);
		expect(await follow('error')).toMatchObject({
			atSeconds: 10,
			result: {
				ok: false,
				failure: {
					errorId: 'maxWaitOver',
					facts: { jobId, status: 'processing', lastPoll: 'Rate limited' },
				},
			},
		});
		expect(log).toEqual(['0 GET agent', '1 GET agent', '2 GET agent', '3 GET agent']);
	});

	it('ends in the unfinished run, where that is wanted', async () => {
		const { follow } = stage(fourthLook);
		expect(await follow('unfinished')).toMatchObject({
			atSeconds: 10,
			result: { ok: true, answer: { jobId, status: 'processing' } },
		});
	});

	it('does not hold a cancel: without it, the run would go on and cost', async () => {
		const { follow, log } = stage(fourthLook);
		expect(await follow('cancel')).toMatchObject({
			atSeconds: 10,
			result: { ok: false, failure: { errorId: 'maxWaitOverCancelled' } },
		});
		expect(log.slice(4)).toEqual(['10 DELETE agent']);
	});

	it('is over in time where another item was refused', async () => {
		const { follow, scrape, log } = stage(scrapes);
		const page = scrape(3.5);
		expect(await follow('error')).toMatchObject({
			atSeconds: 10,
			result: { ok: false, failure: { errorId: 'maxWaitOver', facts: { status: 'processing' } } },
		});
		expect(await page).toMatchObject({ ok: false });
		expect(log.slice(4)).toEqual(['3.5 POST scrape']);
	});

	it('is over in time where the account was held before the first look', async () => {
		const { follow, scrape, log } = stage(scrapes);
		expect(await scrape(0)).toMatchObject({ ok: false });
		expect(await follow('error')).toMatchObject({
			atSeconds: 10,
			result: {
				ok: false,
				failure: {
					errorId: 'held',
					facts: { jobId, pausedUntil: new Date(300_000).toISOString() },
				},
			},
		});
		expect(log).toEqual(['0 POST scrape']);
	});
});
