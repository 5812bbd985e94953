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
});
