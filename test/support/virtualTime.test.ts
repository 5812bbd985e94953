import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { VirtualTime } from './virtualTime';

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
