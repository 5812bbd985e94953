import { limitConcurrency } from '../../nodes/WebData/host/limitConcurrency';

interface PendingWork {
	name: string;
	end: () => void;
	fail: () => void;
}

const begun: PendingWork[] = [];

afterEach(() => void begun.splice(0));

const work = (name: string) => () =>
	new Promise<string>((resolve, reject) => {
		begun.push({ name, end: () => resolve(name), fail: () => reject(new Error(name)) });
	});

const settled = () => new Promise((resolve) => setImmediate(resolve));
const names = () => begun.map(({ name }) => name);

test('starts as many calls as the limit, the others as slots become free', async () => {
	const turn = limitConcurrency(2);
	const results = Promise.all(['a', 'b', 'c', 'd'].map((name) => turn(work(name))));
	await settled();
	expect(names()).toEqual(['a', 'b']);
	begun[1]?.end();
	await settled();
	expect(names()).toEqual(['a', 'b', 'c']);
	begun[0]?.end();
	begun[2]?.end();
	await settled();
	begun[3]?.end();
	expect(await results).toEqual(['a', 'b', 'c', 'd']);
});

test('passes the slot of a failed call on', async () => {
	const turn = limitConcurrency(1);
	const first = turn(work('a'));
	const second = turn(work('b'));
	await settled();
	begun[0]?.fail();
	await expect(first).rejects.toThrow('a');
	await settled();
	begun[1]?.end();
	expect(await second).toBe('b');
});
