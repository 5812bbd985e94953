import { showFor } from '../../../nodes/WebData/operations/form/showFor';

test('fields are shown for their operations, in addition to their own conditions', () => {
	const field = { displayName: 'A', name: 'a', type: 'string' as const, default: '' };
	const bound = { ...field, displayOptions: { show: { kind: ['x'] } } };
	expect(
		showFor('scrape', ['read', 'write'], [field, bound]).map((each) => each.displayOptions),
	).toEqual([
		{ show: { resource: ['scrape'], operation: ['read', 'write'] } },
		{ show: { kind: ['x'], resource: ['scrape'], operation: ['read', 'write'] } },
	]);
	expect(field).not.toHaveProperty('displayOptions');
});
