import { DeliveryMemory } from '../../../nodes/WebData/triggers/events/delivery';

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
