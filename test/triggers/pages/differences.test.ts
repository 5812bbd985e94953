import type { PageChange, PageCheck } from '../../../nodes/WebData/triggers/pages/compare';
import {
	joinTracking,
	ReportedDifferences,
} from '../../../nodes/WebData/triggers/pages/differences';

const url = 'https://example.com/a';
const changeOf = (tracking: object, more: Partial<PageChange> = {}): PageChange => ({
	...{ url, checkedAt: '2026-01-01T00:00:00.000Z', changeStatus: 'changed' },
	...{ before: { hash: 'old' }, after: { changeTracking: tracking } },
	...more,
});
const checkOf = (kind: string): PageCheck => ({ kind, url }) as PageCheck;
const record = { content: { hash: 'old', since: '2026-01-01T00:00:00.000Z' } };
const tracking = { changeStatus: 'changed', json: { price: { previous: 1, current: 2 } } };

describe('joinTracking', () => {
	const price = (previous: unknown, current: unknown) => ({ price: { previous, current } });
	const changed = { changeStatus: 'changed' };
	const cheaper = { json: price(1, 2) };
	const stock = { stock: { previous: 5, current: 4 } };

	it.each<[string, object, object, object]>([
		['keeps the earlier difference', cheaper, { changeStatus: 'same' }, cheaper],
		['starts with the earlier value', cheaper, { json: price(2, 3) }, { json: price(1, 3) }],
		['has the fields of both', cheaper, { json: stock }, { json: { ...price(1, 2), ...stock } }],
		['contains both texts', { diff: '-a\n+b' }, { diff: '-b\n+c' }, { diff: '-a\n+b\n-b\n+c' }],
		['keeps the earlier text', { diff: '-a\n+b' }, { diff: null }, { diff: '-a\n+b' }],
		[
			'contains the files of both',
			{ diff: { text: '+b', json: { files: ['b'] } } },
			{ diff: { text: '+c', json: { files: ['c'] } } },
			{ diff: { text: '+b\n+c', json: { files: ['b', 'c'] } } },
		],
	])('%s: %j and %j', (_case, earlier, later, whole) => {
		expect(joinTracking({ ...changed, ...earlier }, { ...changed, ...later })).toEqual({
			...changed,
			...whole,
		});
	});
});

describe('the differences of a node', () => {
	const differencesOf = (...args: Parameters<ReportedDifferences['set']>) => {
		const differences = new ReportedDifferences();
		differences.set('node', [checkOf('content')], [changeOf(tracking)]);
		differences.set(...args);
		return differences;
	};
	const isKept = (differences: ReportedDifferences, node = 'node', known: object = record) =>
		differences.trackingOf(node, url, known) !== undefined;

	it('apply only to the node, and while the recorded content is the same', () => {
		const differences = differencesOf('other', [], []);
		expect(differences.trackingOf('node', 'https://EXAMPLE.com:443/a', record)).toEqual(tracking);
		expect(isKept(differences, 'other')).toBe(false);
		const changed = { content: { ...record.content, hash: 'new' } };
		expect(isKept(differences, 'node', changed)).toBe(false);
		expect(isKept(differences, 'node', {})).toBe(false);
	});

	it.each([
		['failed', true],
		['content', false],
		['missing', false],
	])('are replaced by a check with the result %s: kept is %j', (kind, kept) => {
		expect(isKept(differencesOf('node', [checkOf(kind)], []))).toBe(kept);
	});

	it('are only those of changed pages', () => {
		const change = changeOf(tracking, { changeStatus: 'new', before: null });
		expect(isKept(differencesOf('node', [checkOf('content')], [change]))).toBe(false);
	});

	it('are dropped, oldest first, if they are too large', () => {
		const large = (name: string) =>
			changeOf({ diff: 'x'.repeat(1_500_000) }, { url: `${url}/${name}` });
		const differences = new ReportedDifferences();
		differences.set('node', [], [large('1'), large('2')]);
		const kept = ['1', '2'].map((name) => differences.trackingOf('node', `${url}/${name}`, record));
		expect(kept.map((each) => each !== undefined)).toEqual([false, true]);
	});
});
