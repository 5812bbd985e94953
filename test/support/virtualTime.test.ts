import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { seededRandom, VirtualTime } from './virtualTime';

describe('VirtualTime', () => {
	it('fires timers at their due times, ordered by time and then by creation', () => {
		const time = new VirtualTime({ startMs: 1000 });
		const fired: [string, number][] = [];
		const set = (name: string, ms: number) =>
			time.setTimer(ms, () => fired.push([name, time.now()]));
		set('c', 20);
		set('a', 10);
		set('b', 10);
		set('d', 40);
		time.advance(30);
		expect(fired).toEqual([
			['a', 1010],
			['b', 1010],
			['c', 1020],
		]);
		expect(time.now()).toBe(1030);
		expect(time.pending()).toEqual([10]);
	});

	it('never fires a canceled timer', () => {
		const time = new VirtualTime();
		const fired = jest.fn();
		time.setTimer(10, fired)();
		time.advance(100);
		expect(fired).not.toHaveBeenCalled();
		expect(time.pending()).toEqual([]);
	});

	it('fires timers that another timer sets within the same advance', () => {
		const time = new VirtualTime();
		const fired: number[] = [];
		const tick = (): void => {
			fired.push(time.now());
			time.setTimer(10, tick);
		};
		time.setTimer(10, tick);
		time.advance(35);
		expect(fired).toEqual([10, 20, 30]);
	});

	it('continues promises at their own times in runUntil', async () => {
		const time = new VirtualTime();
		const woken: number[] = [];
		void (async () => {
			for (let count = 0; count < 3; count++) {
				await time.sleep(10);
				woken.push(time.now());
			}
		})();
		await time.runUntil(25);
		expect(woken).toEqual([10, 20]);
		expect(time.now()).toBe(25);
	});

	it('moves to the next timer, and returns false if there is none', () => {
		const time = new VirtualTime();
		time.setTimer(50, () => undefined);
		expect(time.advanceToNext()).toBe(true);
		expect(time.now()).toBe(50);
		expect(time.advanceToNext()).toBe(false);
	});

	it('ends a sleep when its signal is aborted, without advancing time', async () => {
		const time = new VirtualTime();
		const stop = new AbortController();
		const sleeping = time.sleep(1000, stop.signal);
		await Promise.resolve();
		stop.abort();
		await sleeping;
		expect(time.now()).toBe(0);
		expect(time.pending()).toEqual([]);
	});

	it('moves the clock to the end of the longest sleep when sleeps are skipped together', async () => {
		const time = new VirtualTime({ skipSleeps: true });
		await Promise.all([time.sleep(300), time.sleep(100)]);
		expect(time.now()).toBe(300);
		expect(time.sleeps).toEqual([300, 100]);
	});

	it('calls the listener in every sleep, and waits for its promise', async () => {
		const time = new VirtualTime({ skipSleeps: true });
		const calls: [number, number][] = [];
		time.duringSleep(async (ms) => {
			await Promise.resolve();
			calls.push([ms, time.now()]);
		});
		await time.sleep(300);
		expect(calls).toEqual([[300, 0]]);
		expect(time.now()).toBe(300);
	});

	it('skips a sleep only after tracked work, and the work that follows it, has settled', async () => {
		const time = new VirtualTime({ skipSleeps: 'whenIdle' });
		const endedAt: number[] = [];
		const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
		const work = async () => {
			for (let count = 0; count < 300; count++) await turn();
			endedAt.push(time.now());
		};
		const both = (async () => {
			await time.trackWork(work);
			await turn();
			await time.trackWork(() => work().then(() => Promise.reject(new Error('No page'))));
		})();
		await Promise.all([time.sleep(300), expect(both).rejects.toThrow('No page')]);
		expect(endedAt).toEqual([0, 0]);
		expect(time.now()).toBe(300);
	});

	it('skips a sleep only after an exchange on a loopback connection', async () => {
		const time = new VirtualTime({ skipSleeps: 'whenIdle' });
		const server = createServer((socket) => void socket.end('pong'));
		await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const sleeping = time.sleep(300);
		const received = await text(connect(port, '127.0.0.1'));
		expect([received, time.now()]).toEqual(['pong', 0]);
		await sleeping;
		expect(time.now()).toBe(300);
		await new Promise((resolve) => server.close(resolve));
	});

	it('keeps the remaining time of every timer when the clock is set', () => {
		const time = new VirtualTime();
		time.setTimer(10, () => undefined);
		time.setClock(-3_600_000);
		expect(time.now()).toBe(-3_600_000);
		expect(time.pending()).toEqual([10]);
	});

	it('follows a real clock in addition to its own steps', async () => {
		let realMs = 5;
		const time = new VirtualTime({ follow: () => realMs });
		time.advance(100);
		realMs = 10;
		expect(time.now()).toBe(110);
		await new Promise<void>((resolve) => void time.setTimer(0, resolve));
		expect(time.pending()).toEqual([]);
	});
});

it('seededRandom gives the same numbers between 0 and 1 for the same seed', () => {
	const numbers = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
	expect(numbers(1)).toEqual(numbers(1));
	expect(numbers(1)).not.toEqual(numbers(2));
	expect(numbers(1).every((number) => number >= 0 && number < 1)).toBe(true);
});
