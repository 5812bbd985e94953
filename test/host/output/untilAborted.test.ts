import { untilAborted } from '../../../nodes/WebData/host/output/untilAborted';

const never = new Promise<never>(() => undefined);

test('untilAborted resolves with the result of the promise', async () => {
	const { signal } = new AbortController();
	expect(await untilAborted(Promise.resolve(5), signal)).toBe(5);
});

test('untilAborted rejects with the error of the promise', async () => {
	const { signal } = new AbortController();
	await expect(untilAborted(Promise.reject(new Error('disk full')), signal)).rejects.toThrow(
		'disk full',
	);
});

test('untilAborted rejects as soon as the signal is aborted', async () => {
	const controller = new AbortController();
	const waiting = untilAborted(never, controller.signal);
	controller.abort();
	await expect(waiting).rejects.toThrow('stopped');
});

test('untilAborted rejects if the signal was aborted before', async () => {
	await expect(untilAborted(never, AbortSignal.abort())).rejects.toThrow('stopped');
});
