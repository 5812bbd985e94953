import type { IDataObject } from 'n8n-workflow';
import { fairShare, shortenItems } from '../../../nodes/WebData/host/output/truncate';

const long = (length: number) => 'x'.repeat(length);

const cut = (kept: number, length: number) =>
	`${long(kept)}\n\n[Truncated: the text contains ${length} characters]`;

const sizeOf = (items: IDataObject[]) => JSON.stringify(items).length;

it.each([
	['equal parts of the room to values that are too long', [900, 900, 900], 600, 200],
	['the room that short values leave', [100, 50, 900, 900], 600, 225],
	['no limit if all values fit', [100, 200], 300, Infinity],
])('fairShare gives %s', (_case, lengths, room, share) => {
	expect(fairShare(lengths, room)).toBe(share);
});

describe('shortenItems', () => {
	// Of 4,002 characters, the brackets take 2, and each item takes 800. `{"t":""},` takes 9, and the note takes 50.
	it('truncates five long texts to equal lengths', () => {
		const items = shortenItems(Array(5).fill({ t: long(1000) }), 4002);
		expect(items).toEqual(Array(5).fill({ t: cut(741, 1000) }));
		expect(sizeOf(items)).toBeLessThanOrEqual(4002);
	});

	// Four short items take 19 characters each, so the long item takes 1000 - 76 = 924.
	it('keeps four short texts, and truncates only the long text', () => {
		const short = Array(4).fill({ t: long(10) });
		const items = shortenItems([...short, { t: long(5000) }], 1002);
		expect(items).toEqual([...short, { t: cut(865, 5000) }]);
	});

	// Each page takes 2,000 characters: 60 for names and the URL, 51 for the note, and the rest for the text.
	it('keeps the URL of each of 50 pages, with an equal part of each text', () => {
		const pages = (markdown: string) =>
			Array.from({ length: 50 }, (_, page) => ({
				markdown,
				metadata: { url: `https://example.com/${page + 10}` },
			}));
		const items = shortenItems(pages(long(30_000)), 100_002);
		expect(items).toEqual(pages(cut(1889, 30_000)));
		expect(sizeOf(items)).toBeLessThanOrEqual(100_002);
	});

	// The list takes 990 characters: 2 for its brackets, 45 for the note, and 23 for each of 41 links.
	it('truncates a list of links after a whole link', () => {
		const links = Array(100).fill('https://example.com/');
		const note = '[Truncated: the list contains 100 entries]';
		expect(shortenItems([{ links }], 1002)).toEqual([{ links: [...links.slice(0, 41), note] }]);
	});

	it('shares the room between the entries of a list inside an item', () => {
		const [item] = shortenItems([{ pages: [{ t: long(5000) }, { t: 'b' }] }], 1002);
		expect(item).toEqual({ pages: [{ t: expect.stringMatching(/^x{800,}\n/) }, { t: 'b' }] });
	});

	it('omits the last items if each item would get less than 500 characters', () => {
		expect(shortenItems(Array(300).fill({ t: long(1000) }), 10_002)).toHaveLength(20);
	});

	it.each<[string, IDataObject]>([
		[
			'with thousands of short texts',
			Object.fromEntries([...long(3000)].map((t, i) => [`n${i}`, t])),
		],
		[
			'with lists nested 3,999 levels deep',
			JSON.parse(`{"a":${'['.repeat(3999)}${']'.repeat(3999)}}`),
		],
	])('replaces an object %s by the beginning of its JSON', (_case, object) => {
		const items = shortenItems([object, { t: 'a' }], 3002);
		expect(JSON.stringify(items[0])).toContain('[Truncated: the text contains');
		expect(sizeOf(items)).toBeLessThanOrEqual(3002);
		expect(items[1]).toEqual({ t: 'a' });
	});

	it('truncates a text in objects nested 3,999 levels deep', () => {
		const text = `${'{"a":'.repeat(3999)}"${long(9000)}"${'}'.repeat(3999)}`;
		const items = shortenItems([JSON.parse(text) as IDataObject], 26_002);
		expect(JSON.stringify(items)).toContain(`xx\\n\\n[Truncated: the text contains 9000`);
	});

	it('counts escaped characters as in JSON, and does not split a surrogate pair', () => {
		const items = shortenItems([{ t: '"\n😀'.repeat(1000) }], 1002);
		expect(sizeOf(items)).toBeLessThanOrEqual(1002);
		expect(items[0]?.t).toMatch(/^(?:"\n😀)+(?:"|"\n)?\n\n\[/u);
	});
});
