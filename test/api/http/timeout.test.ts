import { withTimeout } from '../../../nodes/WebData/api/http/timeout';
import { scriptedSession, scriptedTransport } from '../../support/scriptedTransport';
import { VirtualTime } from '../../support/virtualTime';

function sessionAt(runtime: VirtualTime, signal?: AbortSignal) {
	return scriptedSession({ transport: scriptedTransport(), runtime, signal });
}

test('withTimeout aborts the session of the work after the given time', async () => {
	const runtime = new VirtualTime();
	const aborted: boolean[] = [];
	const done = withTimeout(5000, sessionAt(runtime), async ({ signal }) => {
		await runtime.sleep(4999);
		aborted.push(signal?.aborted === true);
		await runtime.sleep(1, signal);
		aborted.push(signal?.aborted === true);
		return 'result';
	});
	await runtime.runUntil(5000);
	expect(await done).toBe('result');
	expect(aborted).toEqual([false, true]);
});

test('withTimeout aborts the session when the execution is stopped', async () => {
	const runtime = new VirtualTime();
	const execution = new AbortController();
	const done = withTimeout(5000, sessionAt(runtime, execution.signal), async ({ signal }) => {
		await runtime.sleep(5000, signal);
		return signal?.aborted;
	});
	execution.abort();
	expect(await done).toBe(true);
	expect(runtime.now()).toBe(0);
});
