import { limitConcurrency } from '../../nodes/WebData/host/limitConcurrency';

interface PendingWork {
	name: string;
	end: () => void;
	fail: () => void;
}

const started: PendingWork[] = [];

afterEach(() => void started.splice(0));

const work = (name: string) => () =>
	new Promise<string>((resolve, reject) => {
		started.push({ name, end: () => resolve(name), fail: () => reject(new Error(name)) });
	});

const settled = () => new Promise((resolve) => setImmediate(resolve));
const names = () => started.map(({ name }) => name);

test('starts as many calls as the limit allows, and the others when slots become free', async () => {
	const turn = limitConcurrency(2);
	const results = Promise.all(['a', 'b', 'c', 'd'].map((name) => turn(work(name))));
	await settled();
	expect(names()).toEqual(['a', 'b']);
	started[1]?.end();
	await settled();
	expect(names()).toEqual(['a', 'b', 'c']);
	started[0]?.end();
	started[2]?.end();
	await settled();
	started[3]?.end();
	expect(await results).toEqual(['a', 'b', 'c', 'd']);
});

test('passes on the slot of a failed call', async () => {
	const turn = limitConcurrency(1);
	const first = turn(work('a'));
	const second = turn(work('b'));
	await settled();
	started[0]?.fail();
	await expect(first).rejects.toThrow('a');
	await settled();
	started[1]?.end();
	expect(await second).toBe('b');
});
