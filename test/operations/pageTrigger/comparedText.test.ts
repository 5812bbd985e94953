import {
	comparedText,
	trackedValues,
} from '../../../nodes/WebData/operations/pageTrigger/comparedText';

const all = { ignoreDigits: false, ignoreLines: [] };

describe('comparedText', () => {
	it('ignores white space at the ends of lines and of the text', () => {
		expect(comparedText('# News  \r\n\r\nText\n\n', all)).toBe('# News\n\nText');
	});

	it('keeps digits and white space inside a line', () => {
		expect(comparedText('1  2', all)).toBe('1  2');
	});

	it('ignores any number of digits', () => {
		const ignored = { ...all, ignoreDigits: true };
		expect(comparedText('Visit 9 on 2026-01-01', ignored)).toBe(
			comparedText('Visit 10 on 2026-11-22', ignored),
		);
		expect(comparedText('Visit 9', ignored)).not.toBe(comparedText('Visits 9', ignored));
	});

	it('ignores lines that contain a string, which is not a pattern', () => {
		const ignored = { ...all, ignoreLines: ['Updated (', '.*'] };
		expect(comparedText('A\nLast Updated (today)\nB', ignored)).toBe('A\nB');
	});
});

describe('trackedValues', () => {
	const page = (json: unknown) => ({ changeTracking: { json } });
	const price = (previous: unknown, current: unknown) => page({ price: { previous, current } });

	it('compares previous and current values, regardless of the order of keys', () => {
		expect(trackedValues(price({ a: 1, b: [2] }, { b: [2], a: 1 }))?.differ).toBe(false);
		expect(trackedValues(price(1, 2))?.differ).toBe(true);
	});

	it('has the same hash for the same current values', () => {
		expect(trackedValues(price(1, 2))?.hash).toBe(trackedValues(price(3, 2))?.hash);
		expect(trackedValues(price(1, 2))?.hash).not.toBe(trackedValues(price(1, 3))?.hash);
	});

	it.each([{}, page(null), page({}), page({ price: 3 })])(
		'is undefined without fields: %j',
		(each) => {
			expect(trackedValues(each)).toBeUndefined();
		},
	);
});
