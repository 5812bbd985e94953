import { Exchange } from '../../nodes/WebData/transport/exchange';
import type { TransportFailure } from '../../nodes/WebData/transport/http';
import { openUpload } from '../../nodes/WebData/transport/multipart';
import { requestTo } from './loopback';

const limits = { headTimeoutMs: 1000, stallTimeoutMs: 200, maxResponseBytes: 64_000 };

let mockNowMs = 0;
jest.mock('../../nodes/WebData/transport/signals', () => ({ monotonicNow: () => mockNowMs }));
beforeEach(() => {
	mockNowMs = 5000;
});

function setUp() {
	const ends: (TransportFailure | undefined)[] = [];
	const schedule = jest.fn();
	const request = requestTo('https://api.example.com/', limits);
	const exchange = new Exchange(request, schedule, (failure) => ends.push(failure));
	return { exchange, ends, schedule };
}

describe('the deadlines of an exchange', () => {
	it('allow the head timeout, then the stall timeout after each chunk', () => {
		const { exchange, schedule } = setUp();
		exchange.markSent();
		expect(exchange.deadlineMs).toBe(6000);
		mockNowMs = 5900;
		exchange.expectBody();
		expect(exchange.deadlineMs).toBe(6100);
		mockNowMs = 6050;
		exchange.expectBody();
		expect(exchange.deadlineMs).toBe(6250);
		expect(schedule.mock.calls).toEqual([[6000], [6100], [6250]]);
	});

	it('leave only the final deadline while the reader pauses, at a lowest transfer rate', () => {
		const { exchange } = setUp();
		exchange.markSent();
		// At 64 bytes per millisecond, 64,000 bytes take 1000 ms.
		expect(exchange.finalDeadlineMs).toBe(5000 + 1000 + 200 + 1000);
		mockNowMs = 7150;
		exchange.expectBody();
		expect(exchange.deadlineMs).toBe(7200);
		mockNowMs = 6000;
		exchange.expectBody();
		exchange.pauseBody();
		expect(exchange.deadlineMs).toBe(7200);
	});

	it('move with each chunk of an upload', async () => {
		const { exchange } = setUp();
		const upload = await openUpload([{ name: 'a', value: 'x'.repeat(6400) }], 'b');
		exchange.markSent();
		const chunks = exchange.uploadChunks(upload);
		await chunks.next();
		mockNowMs = 5800;
		await chunks.next();
		expect(exchange.deadlineMs).toBe(6800);
		// 6400 bytes take 100 ms at the minimum transfer rate. The header of the multipart part adds less than 2 ms.
		expect(exchange.finalDeadlineMs).toBeGreaterThan(7300);
		expect(exchange.finalDeadlineMs).toBeLessThan(7302);
	});
});

test('only the first end of an exchange counts', () => {
	const { exchange, ends } = setUp();
	const abort = jest.fn();
	exchange.abort = abort;
	exchange.failAs('aborted', 'first');
	exchange.failAs('closed', 'second');
	expect(ends).toMatchObject([{ failure: 'aborted', possiblySent: false, detail: 'first' }]);
	expect(abort).toHaveBeenCalledTimes(1);
});
