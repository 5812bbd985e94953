import { describePage, firstLines } from './output';

describe('firstLines', () => {
	it('keeps a short text as it is', () => {
		expect(firstLines('# Title\n\nText')).toEqual(['# Title', '', 'Text']);
	});

	it('marks the end of a line that is too long', () => {
		const [line] = firstLines('a'.repeat(200));
		expect(line).toBe(`${'a'.repeat(110)} …`);
	});

	it('says how many lines are left out', () => {
		const text = Array.from({ length: 14 }, (_, index) => `line ${index}`).join('\n');
		expect(firstLines(text)).toHaveLength(13);
		expect(firstLines(text).at(-1)).toBe('… and 2 more lines');
	});
});

it('describePage shows title, address, status code, and Markdown', () => {
	const metadata = { title: 'Tides', url: 'https://example.com/', statusCode: 200 };
	expect(describePage({ markdown: '# Tides', metadata }).split('\n')).toEqual([
		'metadata.title       Tides',
		'metadata.url         https://example.com/',
		'metadata.statusCode  200',
		'markdown',
		'    # Tides',
	]);
});
