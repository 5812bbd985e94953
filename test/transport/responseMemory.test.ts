import { type AnyExchange, Exchange } from '../../nodes/WebData/transport/exchange';
import {
	collectChunks,
	countCollectedBytes,
	MAX_COLLECTED_BYTES,
	releaseCollectedBytes,
} from '../../nodes/WebData/transport/response';
import { requestTo } from './loopback';

const MB = 1024 * 1024;

const running: AnyExchange[] = [];
afterEach(() => running.splice(0).forEach(releaseCollectedBytes));

function collecting(schedule: () => void = () => undefined) {
	const request = requestTo('https://api.example.com/', { maxResponseBytes: 100 });
	const exchange: AnyExchange = new Exchange(request, schedule, jest.fn(), () => undefined);
	running.push(exchange);
	const resume = jest.fn();
	return {
		exchange,
		resume,
		count: (bytes: number) => countCollectedBytes(exchange, bytes, resume),
		end: () => releaseCollectedBytes(exchange),
	};
}

it('pauses all bodies except the oldest while all bodies together exceed the limit', () => {
	const [first, second, third] = [collecting(), collecting(), collecting()];
	expect([first.count(200 * MB), second.count(200 * MB)]).toEqual([true, true]);
	expect(third.count(MAX_COLLECTED_BYTES - 400 * MB)).toBe(true);
	expect([second.count(201 * MB), third.count(150 * MB)]).toEqual([false, false]);
	expect(first.count(300 * MB)).toBe(true);
	expect(second.exchange).toMatchObject({ waitsForMemory: true, done: false });
	expect(second.resume).not.toHaveBeenCalled();
});

it('resumes the paused bodies, once, when a body ends and the others are within the limit', () => {
	const [first, second, third] = [collecting(), collecting(), collecting()];
	first.count(300 * MB);
	second.count(150 * MB);
	third.count(100 * MB);
	first.end();
	expect(third.resume).toHaveBeenCalledTimes(1);
	second.end();
	expect([second.resume, third.resume].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

it('lets the next oldest body grow when the oldest ends, and resumes a paused body that ends', () => {
	const [first, second, third] = [collecting(), collecting(), collecting()];
	first.count(100 * MB);
	second.count(400 * MB);
	third.count(300 * MB);
	expect(second.count(401 * MB)).toBe(false);
	first.end();
	expect(second.resume).toHaveBeenCalledTimes(1);
	expect(third.resume).not.toHaveBeenCalled();
	third.end();
	expect(third.resume).toHaveBeenCalledTimes(1);
});

async function* chunks(...sizes: number[]) {
	for (const size of sizes) yield Buffer.alloc(size);
}

it('collects a body, and waits for memory before it reads the next chunk', async () => {
	const large = collecting();
	large.count(MAX_COLLECTED_BYTES);
	const waits: unknown[] = [];
	const small = collecting(() => {
		waits.push(small.exchange.waitsForMemory);
		large.end();
	});
	expect((await collectChunks(small.exchange, chunks(10, 20)))?.length).toBe(30);
	expect(waits).toEqual([true, false, false]);
});

it('fails a decoded body that is larger than the limit of its request', async () => {
	const { exchange } = collecting();
	expect(await collectChunks(exchange, chunks(60, 60))).toBeUndefined();
	expect(exchange.resolve).toHaveBeenCalledWith(expect.objectContaining({ failure: 'tooLarge' }));
});
