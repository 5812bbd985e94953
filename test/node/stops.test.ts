import * as faults from '../localService/faults';
import { useBuiltNode } from '../support/useBuiltNode';
import { VirtualTime } from '../support/virtualTime';

const { service, time, execute } = useBuiltNode({ time: new VirtualTime({ startMs: Date.now() }) });
let limits: { ms: number; end: () => void }[] = [];

beforeEach(() => {
	limits = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const limit = new AbortController();
		limits.push({ ms, end: () => limit.abort() });
		return limit.signal;
	});
});

const count = (method: string): number =>
	service.requests.filter((request) => request.method === method).length;

const MOST_TURNS = 100_000;

async function until(isSo: () => boolean): Promise<void> {
	for (let turns = 0; !isSo(); turns++) {
		if (turns > MOST_TURNS) throw new Error('It does not come to that');
		await new Promise(setImmediate);
		time.advance(1);
	}
}

function runs(items: number, signal: AbortSignal): Promise<unknown> {
	return execute({
		items: Array.from({ length: items }, () => ({})),
		parameters: {
			resource: 'agent',
			operation: 'run',
			prompt: 'Summarize [ms:60000]',
			requestSettings: { maxRequestsAtOnce: 5 },
		},
		signal,
	}).catch((error: unknown) => error);
}

it('after a stop, starts that wait for a slot are never sent', async () => {
	const stop = new AbortController();
	service.addFaults(
		faults.fault({ kind: 'delayedHead', ms: 5000 }, { when: { method: 'POST' }, times: 0 }),
	);
	const running = runs(12, stop.signal);
	await until(() => count('POST') === 5);
	stop.abort();
	time.advance(5000);
	expect((await running)?.constructor.name).toContain('Cancelled');
	expect(service.agentStarts).toBe(5);
	expect(service.agent.runs.map(({ cancels }) => cancels.length)).toEqual([1, 1, 1, 1, 1]);
});

it('the cancels of many runs are sent in parallel and aborted together', async () => {
	const stop = new AbortController();
	const running = runs(20, stop.signal);
	await until(() => count('GET') === 20);
	service.addFaults(faults.fault({ kind: 'stallHead' }, { when: { method: 'DELETE' }, times: 0 }));
	stop.abort();
	await until(() => count('DELETE') === 20);
	const ofCancels = limits.filter(({ ms }) => ms === 5000);
	expect(ofCancels).toHaveLength(20);
	ofCancels.forEach(({ end }) => end());
	expect((await running)?.constructor.name).toContain('Cancelled');
});
