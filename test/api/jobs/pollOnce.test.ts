// Looks at a run that hang: Max Wait is over some seconds after its end at the latest, and nothing is lost by that.

import { followRun, type FollowSettings } from '../../../nodes/WebData/api/jobs/followJob';
import type { CallResult } from '../../../nodes/WebData/api/http/call';
import type {
	Transport,
	TransportRequest,
	TransportResult,
} from '../../../nodes/WebData/transport/http';
import { answer, noAnswer, scriptedSession } from '../../support/scriptedTransport';
import { VirtualTime } from '../../support/virtualTime';

const jobId = '0192f4c1-7d5e-4c3a-9b1e-2f6a4d8c0b17';
const processing = answer(200, { success: true, status: 'processing' });
const completed = answer(200, { success: true, status: 'completed', data: { total: 3 } });
const failed = answer(200, { success: true, status: 'failed', error: 'Credit limit reached' });

/** An answer that takes so many seconds; `Infinity` for one that never comes. */
interface Slow {
	seconds: number;
	result?: TransportResult;
}

/** Follows a run for three seconds over answers that take their time; where they are used up, the last one comes again. */
async function play(answers: Slow[], follow: Partial<FollowSettings> = {}) {
	const runtime = new VirtualTime();
	const sent: string[] = [];
	const send = async ({ method, url, signal }: TransportRequest): Promise<TransportResult> => {
		const { seconds, result } = answers[Math.min(sent.length, answers.length - 1)] as Slow;
		const name = new URL(url).pathname.endsWith('trace') ? 'trace' : method;
		sent.push(`${runtime.now() / 1000} ${name}`);
		await runtime.sleep(seconds * 1000, signal);
		return signal?.aborted || result === undefined ? noAnswer('aborted', true) : result;
	};
	const transport: Transport = { send, close: () => Promise.resolve() };
	const settings = { intervalMs: 10_000, maxWaitMs: 3000, cancelOnStop: true } as const;
	let ended: { result: CallResult; atSeconds: number } | undefined;
	const session = scriptedSession({ transport, runtime });
	void followRun(jobId, session, { ...settings, whenOver: 'error', ...follow }).then((result) => {
		ended = { result, atSeconds: runtime.now() / 1000 };
	});
	await new Promise(setImmediate);
	await runtime.runUntil(1_000_000);
	return { ...ended, sent };
}

const seen: Slow = { seconds: 0, result: processing };
const hanging: Slow = { seconds: Infinity };

it('a look that hangs ends five seconds after Max Wait', async () => {
	const { result, atSeconds, sent } = await play([seen, hanging]);
	expect(atSeconds).toBe(8);
	expect(sent).toEqual(['0 GET', '1 GET']);
	expect(result).toMatchObject({
		ok: false,
		failure: {
			errorId: 'maxWaitOver',
			facts: { jobId, status: 'processing', lastPoll: 'The service did not answer in time' },
		},
	});
});

it('where no look was ever answered, that is the reason', async () => {
	const { result, atSeconds } = await play([hanging]);
	expect(atSeconds).toBe(8);
	expect(result).toMatchObject({
		ok: false,
		failure: { errorId: 'headTimeout', facts: { jobId } },
	});
});

it('the last look may be answered some seconds late', async () => {
	const late: Slow = { seconds: 4.9, result: completed };
	const { result, atSeconds, sent } = await play([seen, seen, seen, late]);
	expect(sent.at(-1)).toBe('3 GET');
	expect(atSeconds).toBe(7.9);
	expect(result).toMatchObject({ ok: true, answer: { id: jobId, data: { total: 3 } } });
});

it('a run that failed is told without its trace where that does not come in time', async () => {
	const { result, atSeconds, sent } = await play([seen, { seconds: 1, result: failed }, hanging]);
	expect(sent).toEqual(['0 GET', '1 GET', '2 trace']);
	expect(atSeconds).toBe(8);
	expect(result).toMatchObject({
		ok: false,
		failure: { errorId: 'credit_limit_reached', facts: { jobId, status: 'failed' } },
	});
});

it('a cancel has its own time after that', async () => {
	const cancelled: Slow = { seconds: 20, result: answer(200, { success: true }) };
	const { result, atSeconds, sent } = await play([seen, hanging, cancelled], {
		whenOver: 'cancel',
	});
	expect(sent).toEqual(['0 GET', '1 GET', '8 DELETE']);
	expect(atSeconds).toBe(28);
	expect(result).toMatchObject({ ok: false, failure: { errorId: 'maxWaitOverCancelled' } });
});
