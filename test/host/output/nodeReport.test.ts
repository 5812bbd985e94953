import { invalidItemsReport, itemNumbers } from '../../../nodes/WebData/host/output/nodeReport';

const everySecond = (count: number) => Array.from({ length: count }, (_, index) => 2 * index);

it.each<[string, number[], string]>([
	['one item', [3], 'Item 3'],
	['single items and ranges', [0, 3, 4, 5, 9], 'Items 0, 3–5, 9'],
	['20 single items', everySecond(20), `Items ${everySecond(20).join(', ')}`],
	['21 single items', everySecond(21), `Items ${everySecond(20).join(', ')}, and 1 more item`],
	[
		'a range that is not named',
		[...everySecond(20), 100, 101, 102],
		`Items ${everySecond(20).join(', ')}, and 3 more items`,
	],
])('itemNumbers names few items and counts the others: %s', (_what, indexes, expected) => {
	expect(itemNumbers(indexes)).toBe(expected);
});

it('the error of 10,000 items stays short if every second item is invalid', () => {
	const issuesOf = (index: number) =>
		Array.from({ length: index % 4 === 0 ? 1 : 1000 }, (_, row) => ({
			label: `URLs ${row + 1}`,
			message: 'is empty',
		}));
	const invalid = everySecond(5000).map((index) => ({
		index,
		failure: { kind: 'invalid' as const, issues: issuesOf(index) },
	}));
	const { message, description } = invalidItemsReport(invalid, 10_000);
	expect(message).toBe('5000 of 10000 items are invalid');
	expect(description.length).toBeLessThan(1000);
	expect(description).toContain('Items 0, 4, 8, 12, 16,');
	expect(description).toContain("and 2480 more items: 'URLs 1' is empty.");
	expect(description).toContain("'URLs 10' is empty; and 990 more.");
});

it('the error of invalid items contains the remedy of each problem once', () => {
	const issues = [
		{ label: 'URL', message: 'contains an expression', remedy: 'Switch the field to Expression' },
		{ label: 'Limit', message: 'is empty' },
	];
	const invalid = [0, 1].map((index) => ({ index, failure: { kind: 'invalid' as const, issues } }));
	expect(invalidItemsReport(invalid, 2).description).toMatch(
		/^Nothing was sent\. Items 0–1: .*\. Switch the field to Expression\. Correct the values, then try again\.$/,
	);
});
