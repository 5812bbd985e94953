import {
	DeliveryMemory,
	MAX_READS_PER_MINUTE,
	readJobStatus,
	SharedReads,
} from '../../../nodes/WebData/triggers/events/delivery';
import { scriptedClient, scriptedTransport } from '../../support/scriptedTransport';

const NODE = 'node';
let memory: DeliveryMemory;

beforeEach(() => {
	memory = new DeliveryMemory();
});

describe('DeliveryMemory', () => {
	it('adds later deliveries to a list that n8n has not saved yet, and knows them', () => {
		const first = memory.add(NODE, [], 'a');
		expect(memory.add(NODE, [], 'b')).toEqual(['a', 'b']);
		expect(first).toEqual(['a', 'b']);
		expect(memory.has(NODE, [], 'a')).toBe(true);
	});

	it('knows a stored delivery after a restart, but not a delivery to another node', () => {
		expect(memory.has(NODE, ['a'], 'a')).toBe(true);
		memory.add(NODE, [], 'a');
		expect(memory.has('another', [], 'a')).toBe(false);
	});

	it('forgets only the delivery that is removed', () => {
		memory.add(NODE, [], 'a');
		memory.add(NODE, [], 'b');
		memory.remove(NODE, 'a');
		memory.remove(NODE, 'unknown');
		memory.remove('another', 'b');
		expect(memory.has(NODE, [], 'a')).toBe(false);
		expect(memory.has(NODE, [], 'b')).toBe(true);
	});

	it('keeps the last 1,000 deliveries', () => {
		const ids = Array.from({ length: 1001 }, (_, index) => `id-${index}`);
		const stored = ids.reduce<string[]>((list, id) => memory.add(NODE, list, id), []);
		expect(stored).toHaveLength(1000);
		expect(memory.has(NODE, stored, 'id-0')).toBe(false);
		expect(memory.has(NODE, stored, 'id-1')).toBe(true);
	});

	it('forgets the node that has been idle the longest when there are more than 100 nodes', () => {
		for (let index = 0; index <= 100; index++) memory.add(`node-${index}`, [], 'a');
		expect(memory.has('node-0', [], 'a')).toBe(false);
		expect(memory.has('node-1', [], 'a')).toBe(true);
	});
});

const MINUTE_MS = 60_000;

function stage() {
	const clock = { ms: 10 * MINUTE_MS };
	const reads = new SharedReads<string>(() => clock.ms, 'refused');
	const running: ((result: string) => void)[] = [];
	const work = () => new Promise<string>((resolve) => running.push(resolve));
	return { clock, running, read: (job: string, node = 'a') => reads.read(node, job, work) };
}

const turn = () => new Promise(setImmediate);

it('200 events of a job share one read in flight, and one that starts afterward', async () => {
	const { running, read } = stage();
	const results = Array.from({ length: 200 }, () => read('job'));
	expect(running).toHaveLength(1);
	running[0]?.('running');
	await turn();
	expect(running).toHaveLength(2);
	running[1]?.('completed');
	const all = await Promise.all(results);
	expect(all).toEqual(['running', ...Array<string>(199).fill('completed')]);
	void read('job');
	expect(running).toHaveLength(3);
});

it('a failed read does not keep the next read from starting', async () => {
	let count = 0;
	const reads = new SharedReads<string>(() => 0, 'refused');
	const work = () => (count++ === 0 ? Promise.reject(new Error('No')) : Promise.resolve('done'));
	const first = reads.read('a', 'job', work);
	const next = reads.read('a', 'job', work);
	await expect(first).rejects.toThrow('No');
	expect(await next).toBe('done');
});

it('events of different jobs are refused above the limit of a node, until a minute has passed', async () => {
	const { clock, running, read } = stage();
	for (let job = 0; job < MAX_READS_PER_MINUTE; job++) void read(`job ${job}`);
	expect(await read('one more')).toBe('refused');
	void read('job', 'another node');
	expect(running).toHaveLength(MAX_READS_PER_MINUTE + 1);
	clock.ms += MINUTE_MS - 1;
	expect(await read('too early')).toBe('refused');
	clock.ms += 1;
	void read('later');
	expect(running).toHaveLength(MAX_READS_PER_MINUTE + 2);
});

const ID = '0192f4c1-7d5e-7c3a-9b1e-2f6a4d8c0b11';

it.each<[string, object]>([
	['without the ID of a job', { type: 'crawl.completed', id: undefined }],
	['of a check without the ID of its monitor', { type: 'monitor.check.completed', data: {} }],
	['of another type', { type: 'upload.completed', data: { monitorId: ID } }],
])('an event %s causes no status read', async (_event, event) => {
	const transport = scriptedTransport();
	const client = scriptedClient({ transport });
	expect(await readJobStatus({ id: ID, type: '', ...event }, client)).toBeUndefined();
	expect(transport.requests).toEqual([]);
});
