import * as faults from '../localService/faults';
import { emptyItems, useBuiltNode, type Form } from '../support/useBuiltNode';
import { VirtualTime } from '../support/virtualTime';

const DAY_MS = 86_400_000;

const { service, time, run, respond } = useBuiltNode({
	time: new VirtualTime({ startMs: Date.UTC(2026, 10, 20, 12) }),
});

afterEach(() => time.advance(2 * DAY_MS));

/** Processing time of a request, measured by the virtual clock. */
const WORK_MS = 60_000;
/** Number of event loop turns within which every request reaches the service and every refusal reaches the node. */
const QUIET_TURNS = 1000;

async function quiet(): Promise<void> {
	for (let turns = 0, seen = -1; turns < QUIET_TURNS; turns++) {
		if (service.requests.length !== seen) turns = 0;
		seen = service.requests.length;
		await new Promise(setImmediate);
	}
}

/** Advances the clock from timer to timer until the runs have ended. Returns the duration. */
async function timePassing(runs: Promise<unknown>): Promise<number> {
	const from = time.now();
	let isOver = false;
	void runs.finally(() => (isOver = true)).catch(() => undefined);
	for (await quiet(); !isOver; await quiet()) {
		if (time.advanceToNext()) time.advance(0);
	}
	return time.now() - from;
}

const scrapes = (name: string, count: number, requestSettings: Form = {}) =>
	run(
		'scrape.scrape',
		(index) => ({ url: `${service.url}/pages/article.html?${name}=${index}`, requestSettings }),
		{ items: emptyItems(count) },
	);

function allow(limit: number, retryAfter?: number): void {
	const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
	service.addFaults(
		faults.fault(
			{ kind: 'errorRow', id: 'concurrencyLimit', headers },
			{ times: 0, when: { inFlightAbove: limit } },
		),
		faults.fault({ kind: 'delayedHead', ms: WORK_MS }, { times: 0 }),
	);
}

it.each([2, undefined])(
	'many items of an account that allows ten requests at a time all succeed, and few are refused, with Retry-After %s',
	async (retryAfter) => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		allow(10, retryAfter);
		const running = scrapes('a', 100);
		const tookMs = await timePassing(running);
		expect((await running).json.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(service.requests.length - 100).toBeLessThanOrEqual(3);
		expect(tookMs).toBeLessThanOrEqual((100 / 10) * WORK_MS * 1.15);
	},
);

it('a refusal for a day pauses the account: a request that is not sent reports until when, and a run can be canceled', async () => {
	const firstOf = async (operation: string, form: Form) => {
		const running = run(operation, form);
		await timePassing(running);
		return (await running).first;
	};
	const start = () => firstOf('agent.start', { prompt: 'Summarize' });
	const { jobId } = await start();
	const body = { success: false, error: 'Daily limit of agent runs reached' };
	const headers = { 'retry-after': String(DAY_MS / 1000) };
	const refusal = { kind: 'json', status: 429, body, headers } as const;
	service.addFaults(faults.fault(refusal, { when: { method: 'POST' }, times: 0 }));
	const { details: refused } = await start();
	expect(refused).toMatchObject({ httpCode: 429, tries: 1, retryAfterMs: DAY_MS });
	await start();
	const { error, message, details } = await start();
	expect(service.requests).toHaveLength(3);
	expect(error).toBe('Rate limited');
	const pausedUntil = new Date(time.now() + DAY_MS).toISOString();
	expect(details).toEqual({
		...{ reason: 'rateLimitPaused', retryable: true, tries: 0 },
		...{ retryAfterMs: DAY_MS, pausedUntil },
	});
	expect(message).toContain('The request was not sent');
	expect(message).toContain('(Daily limit of agent runs reached)');
	expect(message).toContain(`The pause ends at ${pausedUntil.slice(0, 16).replace('T', ' ')} UTC.`);
	respond({ success: true, status: 'cancelling' }, { when: { method: 'DELETE' } });
	expect(await firstOf('agent.cancel', { jobId })).toMatchObject({ outcome: 'cancelling' });
});
