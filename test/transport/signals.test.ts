import { getEventListeners } from 'node:events';

import { shareSignals } from '../../nodes/WebData/transport/signals';

describe('shareSignals', () => {
	it('calls every subscribed callback with a single listener', () => {
		const onAbort = shareSignals();
		const controller = new AbortController();
		const callbacks = Array.from({ length: 20 }, () => jest.fn());
		for (const callback of callbacks) onAbort(controller.signal, callback);
		expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
		controller.abort();
		for (const callback of callbacks) expect(callback).toHaveBeenCalledTimes(1);
	});

	it('removes its listener with the last callback', () => {
		const onAbort = shareSignals();
		const { signal } = new AbortController();
		const unsubscribes = [jest.fn(), jest.fn()].map((callback) => onAbort(signal, callback));
		unsubscribes[0]?.();
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		unsubscribes[1]?.();
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('ignores a missing signal', () => {
		expect(shareSignals()(undefined, jest.fn())()).toBeUndefined();
	});
});
